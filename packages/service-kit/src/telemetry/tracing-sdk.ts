import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

/** A call that work is done for; `traceparent` is the W3C header, absent if the call is not traced. */
export type Caller = { traceparent?: string | undefined; requestId: string }

export type SpanOptions = {
  kind?: keyof typeof SpanKind
  attributes?: Attributes
  /** Starts a new trace if no caller is traced; otherwise work runs without a span. */
  startsTrace?: boolean
}

export type BrowserSpan = { traceparent: string; requestId: string; name: string; startMs: number; endMs: number }

export type Tracing = ReturnType<typeof createTracing>

const flushMsMax = 1_000

/**
 * Wraps the OpenTelemetry SDK; loaded only when tracing is on. Sampling and headers follow the SDK's `OTEL_` variables.
 */
export function createTracing(service: string, endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const spans = new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })
  const provider = new NodeTracerProvider({ resource: buildResource(service), spanProcessors: [spans] })
  provider.register()
  const tracer = provider.getTracer('cascade')
  const recordBrowserSpan = createBrowserSpanRecorder(spans)

  return {
    async traced<T>(
      name: string,
      callers: readonly Caller[],
      work: (span?: Span) => Promise<T>,
      { kind = 'INTERNAL', attributes, startsTrace = false }: SpanOptions,
    ): Promise<T> {
      const traced = callers.flatMap(caller => parseParent(caller) ?? [])
      const [first, ...others] = traced
      if (!first && !startsTrace) return context.with(ROOT_CONTEXT, () => work())
      const ids = [...new Set((first ? traced : callers).map(({ requestId }) => requestId))]
      const options = {
        kind: SpanKind[kind],
        attributes: { ...attributes, requestId: ids.length === 1 ? ids[0] : ids },
        links: others.map(({ span }) => ({ context: span })),
      }
      const span = tracer.startSpan(name, options, first?.parent ?? ROOT_CONTEXT)
      try {
        return await context.with(trace.setSpan(ROOT_CONTEXT, span), () => work(span))
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },

    traceparent(): string | undefined {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },

    logFields(): object {
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {}
      return traceId ? { traceId, spanId } : {}
    },

    recordBrowserSpan,

    async stop() {
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, new Promise(resolve => setTimeout(resolve, flushMsMax).unref())])
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

const buildResource = (service: string) => resourceFromAttributes({ 'service.name': service })

function parseParent({ traceparent, requestId }: Caller) {
  if (traceparent === undefined) return undefined
  const parent: Context = propagation.extract(ROOT_CONTEXT, { traceparent })
  const span = trace.getSpanContext(parent)
  return span && { parent, span, requestId }
}

function createBrowserSpanRecorder(spans: BatchSpanProcessor) {
  let ids = { traceId: '', spanId: '' }
  const idGenerator = { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId }
  const provider = new NodeTracerProvider({ resource: buildResource('browser'), spanProcessors: [spans], idGenerator })
  const tracer = provider.getTracer('cascade')
  return ({ traceparent, requestId, name, startMs, endMs }: BrowserSpan) => {
    const parsed = parseParent({ traceparent, requestId })
    if (!parsed) return
    ids = parsed.span
    const options = { kind: SpanKind.CLIENT, startTime: startMs, attributes: { requestId }, root: true }
    tracer.startSpan(name, options, ROOT_CONTEXT).end(endMs)
  }
}
