const tickMs = 20

/**
 * Calls `act` so many times a second until it is stopped, however long each call takes: a slow server meets the same
 * demand as a quick one. What cannot be done now, as `act` answers false, is not made up for later.
 */
export async function keepPace(perSecond: number, signal: AbortSignal, act: () => boolean): Promise<void> {
  let last = performance.now()
  let owed = 0
  while (!signal.aborted) {
    await new Promise(resolve => setTimeout(resolve, tickMs))
    const now = performance.now()
    owed += ((now - last) / 1000) * perSecond
    last = now
    for (; owed >= 1; owed -= 1) {
      if (!act()) {
        owed = 0
        break
      }
    }
  }
}
