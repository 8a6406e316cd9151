/** The console's traces, where OTEL_EXPORTER_OTLP_ENDPOINT says where they go. */
import { openTraces, type Traced, type Traces } from '../../backend/platform/process/traces'
import { env } from './env.server'
import { log } from './log.server'
import { once } from './once.server'

const holder = () => once('traces', () => ({ traces: undefined as Traces | undefined }))

export async function startTraces(): Promise<void> {
  if (env().tracesEndpoint === undefined) return
  const traces = await openTraces('console', log)
  holder().traces = traces
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void traces.stop())
}

/** `parent`: the `traceparent` that a trusted proxy sent. */
export const traceRequest = (method: string, parent: string | undefined): Traced | undefined =>
  holder().traces?.request(method, parent)
