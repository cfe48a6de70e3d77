import type { InstallationMode } from '@cascade/contracts'
import type { Logger } from '../process/logger'
import { type Background, startLoop } from '../process/loop'
import type { ModeStore } from './mode-store'

const everyMs = 1_000
/** A third of the time for which an instance counts as running. */
const beatEveryMs = 5_000

/** Tells others in which mode this instance runs, and calls `change` once when another one is wanted. */
export function watchMode(options: {
  modes: ModeStore
  instanceId: string
  startedIn: InstallationMode
  change: () => void
  logger: Logger
}): Background {
  const { modes, instanceId, startedIn, change, logger } = options
  let told = false
  let beatAt = Number.NEGATIVE_INFINITY
  const loop = startLoop(
    async () => {
      if (performance.now() - beatAt >= beatEveryMs) {
        await modes.beat(instanceId, startedIn)
        beatAt = performance.now()
      }
      const mode = await modes.wanted()
      if (told || sameRun(mode, startedIn)) return undefined
      told = true
      logger.info({ from: startedIn, to: mode }, 'another mode')
      change()
      return undefined
    },
    { everyMs, logger, name: 'mode' },
  )
  return {
    async stop() {
      await loop.stop()
      await modes.forget(instanceId)
    },
  }
}

/** Whoever rests goes on resting until there is work again. */
const sameRun = (one: InstallationMode, other: InstallationMode) => (one === 'work') === (other === 'work')
