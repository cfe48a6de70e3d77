import { type PageVital, vitalsApi } from '@cascade/contracts/gateway'
import { call, mayCall, useSession } from '@cascade/web-kit'
import { onCLS, onINP, onLCP } from 'web-vitals'
import { screenAt } from './screen-log'

export type Measured = { id: string; name: PageVital['metric']; value: number; entries: readonly PerformanceEntry[] }
type Source = Record<'onCLS' | 'onINP' | 'onLCP', (take: (measured: Measured) => void) => void>

/** Contract limit; more than a visit ever has. */
const vitalsMax = 12

/**
 * Reports the metrics of this page to the gateway when it is hidden or left: each once, for the screen shown when it
 * occurred. A page that is shown again may get worse; statistics count it once.
 * @returns stops reporting
 */
export function reportVitals(from: Source = { onCLS, onINP, onLCP }): () => void {
  const reportedIds = new Set<string>()
  const pending: PageVital[] = []
  const take = ({ id, name: metric, value, entries }: Measured) => {
    const where = screenAt(entries.at(-1)?.startTime ?? 0)
    if (!where || reportedIds.has(id)) return
    reportedIds.add(id)
    pending.push({ metric, value, ...where })
  }
  from.onLCP(take)
  from.onINP(take)
  from.onCLS(take)
  const report = () => {
    const isAllowed = mayCall(useSession.getState(), vitalsApi.report)
    if (document.visibilityState !== 'hidden' || pending.length === 0 || !isAllowed) return
    const vitals = pending.splice(0, vitalsMax)
    // Best effort: losses do not matter.
    call(vitalsApi.report, { body: { vitals }, keepalive: true }).catch(() => undefined)
  }
  // Registered after web-vitals' own listeners, which emit first.
  document.addEventListener('visibilitychange', report)
  return () => document.removeEventListener('visibilitychange', report)
}
