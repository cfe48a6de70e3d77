import { type Background, type Call, requirePermission, type ServiceContext, startLoop } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import type { Generations } from '../projections/runtime/generations'
import type { VerificationStore } from './verification-store'
import { verifyProjections } from './verify-projections'

const initialDelayMs = 30_000
/** Below the lease time, so that other replicas do not verify as well. */
const pollMs = 5_000
const restMsMin = 120_000
/** A busy process rests twenty times as long as a verification took, so that verifying takes a twentieth of a core. */
const restFactor = 20
/** Upper bound, so that reports do not stay unverified for long. */
const restMsMax = 600_000
/** Timeout between two pages of events, and for the comparison in a snapshot. */
const stepTimeoutMs = 600_000
/** Event loop utilization from which the process counts as busy. */
const busyUtilizationMin = 0.6

/** Rest after a verification. @param utilization of the event loop meanwhile, 0 to 1 */
export const restMsAfter = (tookMs: number, utilization: number): number =>
  utilization < busyUtilizationMin ? restMsMin : Math.min(restMsMax, Math.max(restMsMin, restFactor * tookMs))

/** Verifies continuously, on one replica at a time, and at once on request. */
export function runVerification(
  parts: ServiceContext,
  generations: Generations,
  verification: VerificationStore,
  hasPauses = true,
): Background {
  const { logger, leaseOf, metrics } = parts
  metrics.gauge(
    'verification_age_seconds',
    'Age of what the reports were last compared with; -1 before the first time',
    {
      read: async () => (await verification.state()).ageSeconds ?? -1,
    },
  )
  metrics.gauge('verification_events_left', 'Events that the running verification has not yet compared', {
    read: async () => {
      const running = await verification.running()
      return running ? running.of - running.read : 0
    },
  })
  const lease = leaseOf('verification')
  let nextAt = Date.now() + initialDelayMs

  const loop = startLoop(
    async (signal, progressed) => {
      if (!(await lease.hold())) return undefined
      const isRequested = await verification.takeRequest()
      if (!isRequested && Date.now() < nextAt) return undefined
      const startedAt = Date.now()
      const usedBefore = performance.eventLoopUtilization()
      const progress = async (running: { read: number; of: number }) => {
        progressed()
        await lease.hold()
        await verification.progress(running)
      }
      const result = await verifyProjections(parts, generations, { progress, signal, isFull: isRequested, hasPauses })
      if (!result) return 'again'
      await verification.finished(result.findings, result.upTo)
      for (const { _id, what } of result.findings.slice(0, 10)) logger.error({ document: _id }, what)
      const { utilization } = performance.eventLoopUtilization(usedBefore)
      nextAt = Date.now() + restMsAfter(Date.now() - startedAt, utilization)
      return undefined
    },
    { everyMs: pollMs, logger, name: 'verification', limitMs: stepTimeoutMs },
  )
  verification.onRequest(loop.notify)

  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

export async function startVerification(deps: ReportsDeps, { ctx }: Call) {
  requirePermission(ctx, 'ledger.verify')
  await deps.verification.request()
  return { message: 'The reports are compared with all events.' }
}
