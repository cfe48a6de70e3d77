const initialPauseMs = 2_000
const pauseMsMax = 30_000

/**
 * Loads what nobody waits for, until it succeeds: a failed load is repeated with backoff, and as soon as the browser is
 * online again.
 */
export async function loadEventually<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = initialPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      return await load()
    } catch {
      await new Promise<void>(resolve => {
        const end = () => {
          removeEventListener('online', end)
          clearTimeout(timer)
          resolve()
        }
        addEventListener('online', end)
        const timer = setTimeout(end, pauseMs)
      })
    }
  }
}
