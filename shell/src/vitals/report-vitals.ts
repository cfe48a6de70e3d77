import { can } from '@cascade/contracts'
import { type PageVital, vitalsApi } from '@cascade/contracts/gateway'
import { call, useSession } from '@cascade/web-kit'
import { onCLS, onINP, onLCP } from 'web-vitals'
import { screenAt } from './screen-log'

/** What of a metric of web-vitals counts. */
export type Measured = { id: string; name: PageVital['metric']; value: number; entries: readonly PerformanceEntry[] }
type Source = Record<'onCLS' | 'onINP' | 'onLCP', (take: (measured: Measured) => void) => void>

/** As the contract has it; more than a page of one visit ever has. */
const vitalsMax = 12

/**
 * Tells the gateway how this page was, when it is hidden or left: each figure once and of the screen that was shown
 * when it arose. A page that is shown again may get worse; who counts pages counts it once.
 * @returns stops it
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
    const role = useSession.getState().user?.role
    if (document.visibilityState !== 'hidden' || pending.length === 0 || !can(role, 'vitals.tell')) return
    const vitals = pending.splice(0, vitalsMax)
    // Nobody waits for it, and nothing is lost that is missed.
    call(vitalsApi.tell, { body: { vitals }, keepalive: true }).catch(() => undefined)
  }
  // After theirs, which then have given what they know.
  document.addEventListener('visibilitychange', report)
  return () => document.removeEventListener('visibilitychange', report)
}
