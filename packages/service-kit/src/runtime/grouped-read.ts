type Waiting<T> = { ids: readonly string[]; resolve: (found: Map<string, T>) => void; reject: (error: unknown) => void }

const idsPerQueryMax = 1_000
/** Larger reads bypass grouping, so that single reads are not delayed. */
const groupedIdsMax = 100

/**
 * Groups concurrent reads by id: callers of one event-loop turn share a query; while it runs, later callers share the
 * next one. A caller never gets data from a query that started before its call. (dataloader starts a query each turn, also
 * while one is running, so that it would not group the reads of a busy service.)
 */
export function createGroupedRead<T>(read: (ids: string[]) => Promise<Map<string, T>>) {
  let waiting: Waiting<T>[] = []
  let running = false

  async function run() {
    running = true
    // Reads of the same event-loop turn share the first query.
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = takeGroup()
      const ids = [...new Set(group.flatMap(one => one.ids))]
      try {
        const found = await read(ids)
        for (const one of group) one.resolve(found)
      } catch (error) {
        for (const one of group) one.reject(error)
      }
    }
    running = false
  }

  function takeGroup(): Waiting<T>[] {
    let count = 0
    const end = waiting.findIndex((one, at) => {
      count += one.ids.length
      return at > 0 && count > idsPerQueryMax
    })
    const group = end === -1 ? waiting : waiting.slice(0, end)
    waiting = end === -1 ? [] : waiting.slice(end)
    return group
  }

  return (ids: readonly string[]): Promise<Map<string, T>> => {
    if (ids.length === 0) return Promise.resolve(new Map())
    if (ids.length > groupedIdsMax) return read([...new Set(ids)])
    return new Promise((resolve, reject) => {
      waiting.push({ ids, resolve, reject })
      if (!running) void run()
    })
  }
}
