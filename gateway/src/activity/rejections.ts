import { isDeepStrictEqual } from 'node:util'
import type { ActivityRecorded } from '@cascade/contracts/gateway'

/** The first row of a key follows its first call this soon. */
const firstAfterMs = 500
const nextAfterMs = 60_000
/** More keys than all sessions of an installation need at once; then the oldest gives way. */
const keysMax = 10_000

type Entry = { event: ActivityRecorded | undefined; dueAt: number }

export type Rejections = ReturnType<typeof createRejections>

/**
 * Combines rejected calls of one key into one event with their number: a flood of them costs a row a minute.
 * @param now milliseconds of any clock
 */
export function createRejections(publish: (event: ActivityRecorded) => void, now: () => number) {
  const entries = new Map<string, Entry>()

  function release(entry: Entry) {
    if (entry.event) publish(entry.event)
    entry.event = undefined
  }

  function releaseOldest() {
    const [oldest] = entries
    if (!oldest) return
    release(oldest[1])
    entries.delete(oldest[0])
  }

  return {
    add(key: string, event: ActivityRecorded) {
      const entry = entries.get(key)
      if (entry) {
        entry.event = entry.event ? combine(entry.event, event) : event
        return
      }
      if (entries.size >= keysMax) releaseOldest()
      entries.set(key, { event, dueAt: now() + firstAfterMs })
    },
    /** Publishes what is due; a key without a call since its last row is forgotten. */
    publishDue() {
      const at = now()
      for (const [key, entry] of entries) {
        if (entry.dueAt > at) continue
        if (!entry.event) entries.delete(key)
        release(entry)
        entry.dueAt = at + nextAfterMs
      }
    },
    publishAll() {
      while (entries.size > 0) releaseOldest()
    },
    size: () => entries.size,
  }
}

const optionalFields = ['does', 'object', 'target', 'changes', 'note', 'amount'] as const
const textFields = ['subject', 'requestUrl', 'ipAddress'] as const

/** The first event with what both have in common. */
function combine(first: ActivityRecorded, next: ActivityRecorded): ActivityRecorded {
  const data = { ...first.data, times: (first.data.times ?? 1) + 1, until: next.at }
  for (const field of optionalFields) if (!isDeepStrictEqual(data[field], next.data[field])) delete data[field]
  for (const field of textFields) data[field] = commonStart(data[field], next.data[field])
  return { ...first, data }
}

/** The words that both texts begin with: of two addresses of a network the network. */
function commonStart(text: string, other: string): string {
  if (text === other) return text
  const [words, others] = [text.split(/\b/), other.split(/\b/)]
  const end = words.findIndex((word, index) => word !== others[index])
  return end < 0 ? text : words.slice(0, end).join('').trimEnd()
}
