import type { Span } from '@opentelemetry/api'
import type { BrowserSpan, Caller, SpanOptions, Tracing } from './tracing-sdk'

export type { Caller } from './tracing-sdk'

let tracing: Tracing | undefined

/**
 * Starts sending spans to an OpenTelemetry collector. Without an endpoint the SDK is not loaded.
 * @param endpoint value of `OTEL_EXPORTER_OTLP_ENDPOINT`
 * @returns flushes and stops tracing
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
 * Runs work for one or several callers in a span, a child of the first caller's span and linked to the others. Without
 * tracing it only runs the work.
 */
export function traced<T>(
  name: string,
  callers: () => readonly Caller[],
  work: (span?: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  return tracing ? tracing.traced(name, callers(), work, options) : work()
}

/** W3C header of the current span; undefined if not traced. */
export const traceparent = (): string | undefined => tracing?.traceparent()

/** The header as fields of a row, message or request. */
export function traceFields(): { traceparent: string } | undefined {
  const header = tracing?.traceparent()
  return header === undefined ? undefined : { traceparent: header }
}

export const logFields = (): object => tracing?.logFields() ?? {}

/** Records a call measured by a browser; ignored without tracing. */
export const recordBrowserSpan = (span: BrowserSpan): void => tracing?.recordBrowserSpan(span)
