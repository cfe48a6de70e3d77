/**
 * LRU map with two generations: holds between `capacity` and twice as many entries. (lru-cache allocates for all entries
 * at the start, in an idle service as well.)
 */
export function createLruMap<V>(capacity: number) {
  let current = new Map<string, V>()
  let previous = new Map<string, V>()

  function set(key: string, value: V) {
    if (current.size >= capacity) {
      previous = current
      current = new Map()
    }
    current.set(key, value)
  }

  return {
    set,
    get(key: string): V | undefined {
      const recent = current.get(key)
      if (recent !== undefined) return recent
      const older = previous.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    clear() {
      current = new Map()
      previous = new Map()
    },
  }
}
