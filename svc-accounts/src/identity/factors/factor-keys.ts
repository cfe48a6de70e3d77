import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Keys of second factors, newest first: `[{"kid":"2026-1","key":"<32 bytes, base64url>"}]`. */
export const FactorKeys = z
  .array(z.strictObject({ kid: z.string().regex(/^[A-Za-z0-9-]{1,32}$/), key: z.base64url().length(43) }))
  .min(1)
export type FactorKeys = z.infer<typeof FactorKeys>

/** Encrypted with AES-256-GCM and bound to its account. */
export type SealedSecret = { kid: string; iv: string; sealed: string }

/** Protects secrets at rest. The first key is used for new ones; the others are for reading during a rotation. */
export function createFactorCipher(keys: FactorKeys) {
  const current = keys[0]
  if (!current) throw new Error('there is no factor key')
  const keyOf = (kid: string) => {
    const found = keys.find(each => each.kid === kid)
    if (!found) throw new Error(`factor key ${kid} is not configured`)
    return Buffer.from(found.key, 'base64url')
  }
  return {
    seal(secret: Uint8Array, accountId: string): SealedSecret {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current.kid), iv).setAAD(Buffer.from(accountId))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
      return { kid: current.kid, iv: iv.toString('base64url'), sealed: sealed.toString('base64url') }
    },
    /** @returns undefined for another account's secret, a changed one, or a key that is not configured */
    open({ kid, iv, sealed }: SealedSecret, accountId: string): Buffer | undefined {
      try {
        const bytes = Buffer.from(sealed, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', keyOf(kid), Buffer.from(iv, 'base64url'))
        decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(-16))
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
      } catch {
        return undefined
      }
    },
    /** Digests of a recovery code under every key, the current one first. */
    digests: (code: string, accountId: string) =>
      keys.map(({ kid }) => createHmac('sha256', keyOf(kid)).update(`${accountId}\0${code}`).digest('base64url')),
  }
}
