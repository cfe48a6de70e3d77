import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeKey } from './keys'

const DrawKeys = z.object({
  seeds: z.array(z.object({ kid: z.string(), secret: z.string() })).min(1),
  record: z.object({ kty: z.string(), crv: z.string(), kid: z.string(), x: z.string(), d: z.string() }),
})

/** What svc-live alone knows: the secrets of the seeds, and the key that records of draws are signed with. */
export type DrawKeys = z.infer<typeof DrawKeys>

const seedBytes = 32

/** Fresh secrets for draws. */
export async function makeDrawKeys(): Promise<DrawKeys> {
  return DrawKeys.parse({
    seeds: [{ kid: 'seed-1', secret: randomBytes(seedBytes).toString('base64url') }],
    record: await makeKey('record-1'),
  })
}

/** The secrets kept in `file`; made on the first call, readable by its owner only. Records name them for ever. */
export async function loadDrawKeys(file: string): Promise<DrawKeys> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return DrawKeys.parse(JSON.parse(text))
  const keys = await makeDrawKeys()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}
