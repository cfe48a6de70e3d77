import type { LiveGame } from '@cascade/contracts/live'

const everyMs = 3_000

/** Whole states for a client that does not put changes together: the newest one, every three seconds at most. */
export function createFullStates(send: (game: LiveGame) => void) {
  let newest: LiveGame | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    changed(game: LiveGame) {
      newest = game
      timer ??= setTimeout(() => {
        timer = undefined
        if (newest) send(newest)
      }, everyMs)
    },
    /** Another state was shown, or nothing more is to be. */
    drop() {
      clearTimeout(timer)
      timer = undefined
      newest = undefined
    },
  }
}
