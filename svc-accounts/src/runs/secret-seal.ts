import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts secrets that wait to be hashed, under a key derived from the private key of the service. */
export function createSecretSeal({ d }: { d: string }) {
  const key = Buffer.from(hkdfSync('sha256', d, '', 'cascade secrets that wait to be hashed', 32))
  return {
    /** @param owner id that `open` must name, so that a sealed text is of no use for another account */
    seal(owner: string, secrets: object): string {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
      const sealed = [cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },
    /** @returns undefined for another owner, or if the private key has been replaced */
    open(owner: string, text: string): object | undefined {
      const sealed = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      try {
        const secrets = [decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]
        return JSON.parse(Buffer.concat(secrets).toString('utf8'))
      } catch {
        return undefined
      }
    },
  }
}
