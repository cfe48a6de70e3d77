import { parseArgs } from 'node:util'
import type { Db } from 'mongodb'
import { deadLettersOf } from '../events/dead-letters'

const shownMost = 200

export const deadLettersUsage = 'dead-letters [--reader <name>] [--retry]'

/**
 * Lists the events that lie aside, oldest first, or marks them for their readers, which apply them within seconds.
 * @param args as `deadLettersUsage` has them; `--reader` narrows both to one reader, e.g. `live:accounts`
 * @throws Error for an option that there is not
 */
export async function runDeadLetters(db: Db, args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { retry: { type: 'boolean', default: false }, reader: { type: 'string' } },
  })
  const wanted = values.reader === undefined ? {} : { projection: values.reader }
  const letters = deadLettersOf(db)
  if (values.retry) {
    const { matchedCount } = await letters.updateMany(wanted, { $set: { retry: true } })
    print(`${matchedCount} marked: their readers apply them within seconds. What fails again is listed here again.`)
    return
  }
  const found = await letters
    .find(wanted)
    .sort({ at: 1 })
    .limit(shownMost + 1)
    .toArray()
  if (found.length === 0) return print('Nothing lies aside.')
  for (const { projection, at, event, reason, retry } of found.slice(0, shownMost)) {
    const mark = retry ? ' (is being retried)' : ''
    print(`${at.toISOString()} ${projection} ${typeOf(event)}${mark}\n  ${firstLineOf(reason)}`)
  }
  if (found.length > shownMost) print(`More than ${shownMost}: narrow them with --reader.`)
}

function typeOf(event: unknown): string {
  const { type, id } = (event ?? {}) as { type?: unknown; id?: unknown }
  return typeof type === 'string' ? `${type} ${id}` : 'not an event'
}

const firstLineOf = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)
