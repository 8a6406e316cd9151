/**
 * Traces of requests by OpenTelemetry, from the console's page to the SQL statement, where OTEL_EXPORTER_OTLP_ENDPOINT
 * says where they go. They name routes, tables and times: no address, no person and no value stands in them.
 */
import type { Attributes, Context, Span } from '@opentelemetry/api'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

/** W3C Trace Context's own name. */
export const TRACEPARENT = 'traceparent'
/** Any later version begins as this one does. */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/

/** Nobody waits longer for a collector at the end. */
const LEAVE_WITHIN_MS = 1_000
/** A collector that is away would say so for every batch. Milliseconds. */
const COMPLAIN_EVERY_MS = 10 * 60_000

export interface Outcome {
  name?: string
  attributes?: Attributes
  /** It failed by a fault, and not because somebody was refused: the error's code or status. */
  fault?: string | undefined
}

/** Something that takes time, from when it began. */
export interface Traced {
  /** For the program that is called. */
  traceparent: string
  /** Begins what another program does for it. */
  call(name: string, attributes?: Attributes): Traced
  /** What has ended just now, and how long it took. */
  took(name: string, ms: number, outcome: Outcome): void
  end(outcome: Outcome): void
}

export interface Traces {
  /** `parent`: the `traceparent` that came with the request, or what it is a part of. */
  request(name: string, parent: string | undefined): Traced
  stop(): Promise<void>
}

/** The library is loaded only where somebody wants traces; it reads its other OTEL_EXPORTER_OTLP_ settings itself. */
export async function openTraces(program: 'backend' | 'console', log: Logger): Promise<Traces> {
  const [
    { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags },
    { BasicTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  diag.setLogger(complaints(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `backoffice-${program}` }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer(program)

  function begun(span: Span): Traced {
    const { traceId, spanId, traceFlags } = span.spanContext()
    const within = trace.setSpan(ROOT_CONTEXT, span)
    const end = ({ name, attributes, fault }: Outcome) => {
      if (name !== undefined) span.updateName(name)
      if (attributes) span.setAttributes(attributes)
      if (fault !== undefined) {
        span.setAttribute('error.type', fault)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    }
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      call: (name, attributes = {}) =>
        begun(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, within)),
      took(name, ms, outcome) {
        const startTime = Date.now() - ms
        begun(tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime }, within)).end(outcome)
      },
      end,
    }
  }

  function contextOf(parent: string | undefined): Context {
    const [, traceId, spanId] = form.exec(parent ?? '') ?? []
    if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
    // Whoever sends a request may name its trace, and not that it leaves none.
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    })
  }

  return {
    request: (name, parent) => begun(tracer.startSpan(name, { kind: SpanKind.SERVER }, contextOf(parent))),
    stop: () => Promise.race([provider.shutdown().catch(() => {}), pause(LEAVE_WITHIN_MS)]),
  }
}

/** The library's own log: that a batch could not be sent, above all. */
function complaints(log: Logger) {
  let last = -Infinity
  const complain = (why: string) => {
    if (performance.now() - last < COMPLAIN_EVERY_MS) return
    last = performance.now()
    log.warn({ why }, 'traces could not be sent')
  }
  const nothing = () => {}
  return { error: complain, warn: complain, info: nothing, debug: nothing, verbose: nothing }
}

/** A request that was answered: by its route's pattern, since an address names records and may hold secrets. */
export const answered = (method: string, route: string, status: number, requestId: string): Outcome => ({
  name: `${method} ${route}`,
  attributes: {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'request.id': requestId,
  },
  fault: status >= 500 ? String(status) : undefined,
})

/** What a statement does to which table, without any of its values: literals may stand in its text. */
export function statementName(sql: string): { name: string; attributes: Attributes } {
  // What stands in quotes is a value.
  const plain = sql.replaceAll(/'[^']*'/g, '?')
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
  const table = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_]*)/i.exec(plain)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  }
}
