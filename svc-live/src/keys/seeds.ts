import { commitmentOf, seedOf } from '@cascade/draw-rules/draw'
import type { SeedSecrets } from './env-keys'

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Seeds of draws. They leave this process only within the record of a draw that is decided, and never a log. */
export function createSeeds(secrets: SeedSecrets) {
  const byId = new Map(secrets.map(({ kid, secret }) => [kid, new Uint8Array(Buffer.from(secret, 'base64url'))]))
  const currentId = secrets[0]?.kid ?? ''

  function seed(drawId: string, keyId: string): Uint8Array {
    const secret = byId.get(keyId)
    if (!secret) throw new Error(`The seed secret ${keyId}, under which draw ${drawId} was opened, is not configured.`)
    return seedOf(secret, drawId)
  }

  return {
    /** The secret of draws that open now. */
    currentId,

    /** Whether the secret of this name is configured: a draw that opened under it can be drawn. */
    has: (keyId: string) => byId.has(keyId),

    /** @returns hex. @throws Error when the secret is not configured any more. */
    reveal: (drawId: string, keyId: string) => hexOf(seed(drawId, keyId)),

    /** SHA-256 of the seed, hex: may be shown at any time. @throws Error as `reveal`. */
    commitment: (drawId: string, keyId: string) => hexOf(commitmentOf(seed(drawId, keyId))),
  }
}
