/** So many texts stay in memory; the oldest goes. */
const memoryEntriesMax = 500

/**
 * Texts by name in the browser's storage. Where the user or a policy has blocked it (every access throws), or it is
 * full, they stay in the memory of this page.
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
      // A text from before would be read after a reload, and by other tabs.
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

/** Of this browser: every tab, also after a restart. */
export const localStore = createTextStore(() => localStorage)
/** Of this tab. */
export const tabStore = createTextStore(() => sessionStorage)
