const memoryEntriesMax = 500

/**
 * Text entries in the browser's storage. If it is blocked (every access throws) or full, they stay in the memory of
 * this page.
 */
function createTextStore(storage: () => Storage) {
  const memory = new Map<string, string>()
  function tryStorage<T>(access: (storage: Storage) => T): T | undefined {
    try {
      return access(storage())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (name: string): string | null => memory.get(name) ?? tryStorage(each => each.getItem(name)) ?? null,
    setItem(name: string, text: string): void {
      memory.delete(name)
      const isStored = tryStorage(each => {
        each.setItem(name, text)
        return true
      })
      if (isStored) return
      // An older entry would be read after a reload and by other tabs.
      tryStorage(each => each.removeItem(name))
      memory.set(name, text)
      const [oldest] = memory.keys()
      if (memory.size > memoryEntriesMax && oldest !== undefined) memory.delete(oldest)
    },
    removeItem(name: string): void {
      memory.delete(name)
      tryStorage(each => each.removeItem(name))
    },
    names: (): string[] => [...new Set([...(tryStorage(Object.keys) ?? []), ...memory.keys()])],
  }
}

/** Shared by all tabs; survives restarts. */
export const localStore = createTextStore(() => localStorage)
/** This tab only. */
export const tabStore = createTextStore(() => sessionStorage)
