import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

/** Players of earlier runs. Their passwords were made for them and open nothing else. */
const State = z.object({
  url: z.string(),
  adminId: z.string(),
  masterId: z.string(),
  players: z.array(z.object({ id: z.string(), username: z.string(), password: z.string() })),
})
export type State = z.infer<typeof State>

/** @returns undefined when there is none, or none for this address */
export async function readState(file: string, url: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const state = State.safeParse(JSON.parse(text))
  return state.success && state.data.url === url ? state.data : undefined
}

/** Readable by its owner only. */
export async function writeState(file: string, state: State): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
}
