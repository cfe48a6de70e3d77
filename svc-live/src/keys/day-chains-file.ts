import { readFileSync } from 'node:fs'
import { DayChains } from './env-keys'

/** Reads the chains of day seeds. @throws Error, without a word of what the file holds, when it is not what it must be */
export function readDayChains(file: string): DayChains {
  const parsed = DayChains.safeParse(jsonOf(file))
  if (parsed.success) return parsed.data
  const [fault] = parsed.error.issues
  throw new Error(`LIVE_DAY_SEEDS_FILE: ${fault?.path.join('.')} ${fault?.message}`)
}

function jsonOf(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('LIVE_DAY_SEEDS_FILE is not JSON.')
  }
}
