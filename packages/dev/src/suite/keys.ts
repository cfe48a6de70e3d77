import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { processNames } from '../build/packages'

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
  /** Private keys by process name, which is also the `kid`. */
  privateJwks: Record<string, PrivateJwk>
  /** The public keys of all processes, as a JSON Web Key Set. */
  jwks: { keys: Omit<PrivateJwk, 'd'>[] }
}

export async function generateKeys(): Promise<Keys> {
  return toKeys(await Promise.all(processNames.map(generateKey)))
}

/** A new Ed25519 key pair. @param kid the process, or `<process>.<name>` after a rotation */
export async function generateKey(kid: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return privateJwkSchema.parse({ ...(await exportJWK(privateKey)), kid, alg: 'EdDSA', use: 'sig' })
}

/** Keys stored in `file`; generated on the first call, readable by its owner only. */
export async function loadKeys(file: string): Promise<Keys> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const pairs = text === undefined ? [] : z.array(privateJwkSchema).parse(JSON.parse(text))
  if (processNames.every(processName => pairs.some(({ kid }) => kid === processName))) return toKeys(pairs)
  const keys = await generateKeys()
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

const DrawKeys = z.object({
  record: z.object({ kty: z.string(), crv: z.string(), kid: z.string(), x: z.string(), d: z.string() }),
})

/** Secret of svc-live: the key that signs draw records. */
export type DrawKeys = z.infer<typeof DrawKeys>

const tipBytes = 32
/** Ten years. */
const chainDays = 3653
/** The chain starts two days back, so that today has a seed in every time zone. */
const startsBeforeMs = 2 * 86_400_000

export const generateDrawKeys = async (): Promise<DrawKeys> => DrawKeys.parse({ record: await generateKey('record-1') })

/** A new chain of day seeds, see OPERATIONS.md. */
const generateDaySeeds = (nowMs: number) => [
  {
    kid: 'days-1',
    firstDay: new Date(nowMs - startsBeforeMs).toISOString().slice(0, 10),
    days: chainDays,
    tip: randomBytes(tipBytes).toString('base64url'),
  },
]

/** Creates the file of day seeds unless it exists, readable by its owner only. @returns its path */
export async function ensureDaySeeds(file: string, fromMs = Date.now()): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(generateDaySeeds(fromMs), null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  return file
}

/** Secrets stored in `file`; generated on the first call, readable by its owner only. Records refer to them permanently. */
export async function loadDrawKeys(file: string): Promise<DrawKeys> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return DrawKeys.parse(JSON.parse(text))
  const keys = await generateDrawKeys()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

const FactorKeys = z.array(z.object({ kid: z.string(), key: z.string() }))
/** Keys of svc-accounts that encrypt second factors. */
export type FactorKeys = z.infer<typeof FactorKeys>

export const generateFactorKeys = (): FactorKeys => [{ kid: 'factors-1', key: randomBytes(32).toString('base64url') }]

/** Keys stored in `file`; generated on the first call, readable by its owner only. Factors cannot be read without them. */
export async function loadFactorKeys(file: string): Promise<FactorKeys> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return FactorKeys.parse(JSON.parse(text))
  const keys = generateFactorKeys()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}
