import type { Span } from '@opentelemetry/api'
import type { BrowserSpan, Caller, SpanOptions, Tracing } from './tracing-sdk'

export type { Caller } from './tracing-sdk'

/** Of the whole process: whoever traces must not be handed down to every function in between. */
let tracing: Tracing | undefined

/**
 * Sends spans to an OpenTelemetry collector from now on. Without its address nothing of the SDK is even loaded.
 * @param endpoint as `OTEL_EXPORTER_OTLP_ENDPOINT` has it
 * @returns sends what waits, and ends it
 */
export async function startTracing(service: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined
  const { createTracing } = await import('./tracing-sdk')
  tracing = createTracing(service, endpoint)
  return async () => {
    await tracing?.stop()
    tracing = undefined
  }
}

/**
 * Does work that was asked for by one caller, or by several at once: its span is a child of the first one's, and linked
 * to the others'. Without tracing it is the work alone.
 */
export function traced<T>(
  name: string,
  callers: () => readonly Caller[],
  work: (span?: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  return tracing ? tracing.traced(name, callers(), work, options) : work()
}

/** The W3C header of the work that is being done; undefined where it is not traced. */
export const traceparent = (): string | undefined => tracing?.traceparent()

/** As fields of a row, a message or a request; none where the work is not traced. */
export function traceFields(): { traceparent: string } | undefined {
  const header = tracing?.traceparent()
  return header === undefined ? undefined : { traceparent: header }
}

/** What a line of the log says of the work that is being done. */
export const logFields = (): object => tracing?.logFields() ?? {}

/** A call as a browser saw it; dropped where nothing is traced. */
export const recordBrowserSpan = (span: BrowserSpan): void => tracing?.recordBrowserSpan(span)
