import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { processRooms } from '../rooms'

const privateJwkSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
})
type PrivateJwk = z.infer<typeof privateJwkSchema>

export type Keys = {
  /** The private key of each process, by room name, which is also its `kid`. */
  privateJwks: Record<string, PrivateJwk>
  /** The public keys of all processes, as a JSON Web Key Set. */
  jwks: { keys: Omit<PrivateJwk, 'd'>[] }
}

/** A fresh Ed25519 key pair for every process. */
export async function makeKeys(): Promise<Keys> {
  return toKeys(await Promise.all(processRooms.map(makeKey)))
}

/** A fresh Ed25519 key pair. @param kid the room, or `<room>.<name>` for the key that follows its first one */
export async function makeKey(kid: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return privateJwkSchema.parse({ ...(await exportJWK(privateKey)), kid, alg: 'EdDSA', use: 'sig' })
}

/** The keys kept in `file`; made on the first call, readable by its owner only. */
export async function loadKeys(file: string): Promise<Keys> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const pairs = text === undefined ? [] : z.array(privateJwkSchema).parse(JSON.parse(text))
  if (processRooms.every(room => pairs.some(({ kid }) => kid === room))) return toKeys(pairs)
  const keys = await makeKeys()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(Object.values(keys.privateJwks), null, 2)}\n`, { mode: 0o600 })
  return keys
}

function toKeys(pairs: readonly PrivateJwk[]): Keys {
  return {
    privateJwks: Object.fromEntries(pairs.map(pair => [pair.kid, pair])),
    jwks: { keys: pairs.map(({ d: _secret, ...publicPart }) => publicPart) },
  }
}
