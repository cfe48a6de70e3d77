import { z } from 'zod'
import { endpoint, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'

export const BrowserCall = z.strictObject({
  /** The header of the call, see https://www.w3.org/TR/trace-context. */
  traceparent: z.string().regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/, 'Not a traceparent'),
  /** From the response. */
  requestId: z.string().max(64),
  /** Endpoint id. */
  name: z.string().max(80),
  /** Duration, and time since its end: the clock of a browser cannot be trusted. */
  tookMs: z.number().min(0).max(600_000),
  agoMs: z.number().min(0).max(600_000),
})
export type BrowserCall = z.infer<typeof BrowserCall>

/** Calls as measured by the browser; they are the roots of traces. */
export const tracesApi = {
  report: endpoint({
    id: 'gateway.traces.report',
    domain: 'gateway',
    route: 'POST /traces',
    permission: 'vitals.tell',
    duringMaintenance: true,
    summary: 'Report the duration of calls as measured by this browser; dropped if tracing is off',
    body: z.strictObject({ calls: z.array(BrowserCall).min(1).max(50) }),
    response: SuccessResponse,
  }),
}

export const traceExamples = (): ExamplesOf<typeof tracesApi> => ({
  fields: {},
  report: {
    body: {
      calls: [
        {
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          requestId: '0b7e1e7c-2c0c-4bb0-9d43-3a3b0c9f5a10',
          name: 'player.list',
          tookMs: 31.5,
          agoMs: 900,
        },
      ],
    },
  },
})
