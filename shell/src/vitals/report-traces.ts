import { type BrowserCall, tracesApi } from '@cascade/contracts/gateway'
import { call, mayCall, observeCalls, useSession } from '@cascade/web-kit'

const reportEveryMs = 15_000
/** Contract limit. */
const callsMax = 50

type TracedCall = Omit<BrowserCall, 'agoMs'> & { endedAt: number }

let pendingCalls: TracedCall[] | undefined

/**
 * Starts a trace with each call of this page and reports the durations to the gateway periodically. Only calls whose
 * response says so are traced: the gateway samples.
 */
export function reportTraces(): void {
  if (pendingCalls) return
  pendingCalls = []
  observeCalls(({ id: name }, { headers }) => {
    if (name === tracesApi.report.id) return () => undefined
    const traceparent = `00-${randomHex(16)}-${randomHex(8)}-01`
    headers.traceparent = traceparent
    const startedAt = performance.now()
    return ({ headers }) => {
      const endedAt = performance.now()
      const isTraced = headers.get('traceresponse')?.endsWith('-01')
      if (!isTraced || !pendingCalls || pendingCalls.length >= callsMax) return
      const requestId = headers.get('x-request-id') ?? ''
      pendingCalls.push({ traceparent, requestId, name, tookMs: endedAt - startedAt, endedAt })
    }
  })
  setInterval(report, reportEveryMs)
  document.addEventListener('visibilitychange', report)
}

function report(): void {
  if (!pendingCalls?.length || !mayCall(useSession.getState(), tracesApi.report)) return
  const now = performance.now()
  const calls = pendingCalls.map(({ endedAt, ...span }) => ({ ...span, agoMs: now - endedAt }))
  pendingCalls = []
  // Best effort: losses do not matter.
  call(tracesApi.report, { body: { calls }, keepalive: true }).catch(() => undefined)
}

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('')
