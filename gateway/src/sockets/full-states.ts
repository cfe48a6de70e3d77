import type { LiveGame } from '@cascade/contracts/live'

const everyMs = 3_000

/** Sends full states to clients that do not apply changes: the newest, at most every three seconds. */
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
    drop() {
      clearTimeout(timer)
      timer = undefined
      newest = undefined
    },
  }
}
