/** The newest ids of `capacity` at least and twice as many at most, forgotten by halves. */
export function createSeenIds(capacity: number) {
  let current = new Set<string>()
  let previous = new Set<string>()
  return {
    has: (id: string) => current.has(id) || previous.has(id),
    add(id: string) {
      if (current.size >= capacity) {
        previous = current
        current = new Set()
      }
      current.add(id)
    },
  }
}
export type SeenIds = ReturnType<typeof createSeenIds>
