import { type Background, createLease, type ServiceParts, startLoop } from '@cascade/service-kit'
import type { Generations } from '../views/generations'
import type { VerificationStore } from './verification-store'
import { verifyViews } from './verify-views'

const roundMs = 1_000
const firstAfterMs = 30_000
/** A verification is begun again after a rest of twenty times its length, so that it costs a twentieth of a core. */
const restFactor = 20
const restLeastMs = 60_000

/** Verifies again and again, one replica at a time, or at once when somebody asks for it. */
export function runVerification(
  parts: ServiceParts,
  generations: Generations,
  verification: VerificationStore,
): Background {
  const { db, logger, instanceId } = parts
  const lease = createLease(db, 'verification', instanceId)
  let nextAt = Date.now() + firstAfterMs

  const loop = startLoop(
    async signal => {
      if (!(await lease.hold())) return undefined
      const isWanted = await verification.takeWish()
      if (!isWanted && Date.now() < nextAt) return undefined
      const startedAt = Date.now()
      const progress = async (running: { read: number; of: number }) => {
        await lease.hold()
        await verification.progress(running)
      }
      const result = await verifyViews(parts, generations, { progress, signal })
      if (!result) return 'again'
      await verification.finished(result.found, result.upTo)
      for (const { _id, what } of result.found.slice(0, 10)) logger.error({ view: _id }, what)
      nextAt = Date.now() + Math.max(restLeastMs, restFactor * (Date.now() - startedAt))
      return undefined
    },
    { everyMs: roundMs, logger, name: 'verification' },
  )

  return {
    async stop() {
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
