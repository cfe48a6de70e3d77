import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeKey } from './keys'

const DrawKeys = z.object({
  /** Of an installation that is older than its day seeds: for draws that were open then. */
  seeds: z.array(z.object({ kid: z.string(), secret: z.string() })).optional(),
  record: z.object({ kty: z.string(), crv: z.string(), kid: z.string(), x: z.string(), d: z.string() }),
})

/** What svc-live alone knows: the key that records of draws are signed with. */
export type DrawKeys = z.infer<typeof DrawKeys>

const tipBytes = 32
/** Ten years. */
const chainDays = 3653
/** The first day lies back a little, whatever the zone: a draw of today has a seed. */
const startsBeforeMs = 2 * 86_400_000

export const makeDrawKeys = async (): Promise<DrawKeys> => DrawKeys.parse({ record: await makeKey('record-1') })

/** A fresh chain of day seeds, see svc-live/README.md. */
const makeDaySeeds = (nowMs = Date.now()) => [
  {
    ...{ kid: 'days-1', firstDay: new Date(nowMs - startsBeforeMs).toISOString().slice(0, 10), days: chainDays },
    tip: randomBytes(tipBytes).toString('base64url'),
  },
]

/** The file of day seeds at this path: made on the first call, readable by its owner only. */
export async function keepDaySeeds(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(makeDaySeeds(), null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  return file
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
