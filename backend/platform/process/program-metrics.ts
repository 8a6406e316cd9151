/**
 * A program's metrics in Prometheus' text format, on an address of their own: they name routes and counts, no person
 * and no money, and have no sign-in, so that address is not for strangers.
 */
import { createServer, type Server } from 'node:http'
import type { Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'

/** Seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Address {
  host: string
  port: number
}

export interface RequestDone {
  method: string
  /** The pattern, not the address: a series for each record would fill Prometheus. */
  route: string
  status: number
  /** Milliseconds. */
  ms: number
}

/** `read` answers by the label's value, by '' without a label. */
export interface Reader {
  name: string
  help: string
  label?: string
  kind: 'gauge' | 'counter'
  read(): Promise<Record<string, number>> | Record<string, number>
}

export interface ProgramMetrics {
  requestDone(request: RequestDone): void
  text(): Promise<string>
  /** Rejects with one line where it cannot listen; `setting` is its name. */
  listen(address: Address, setting: string): Promise<{ stop(): Promise<void> }>
}

/** What gauges and counters have in common. */
interface Metric {
  reset(): void
  remove(): void
  inc(labels: Record<string, string>, value: number): void
}

/** The library is loaded only where somebody wants metrics. */
export async function programMetrics(readers: readonly Reader[], log: Logger): Promise<ProgramMetrics> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await import('@prometheus-io/client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  for (const { name, help, label, kind, read } of readers) {
    const options = { name, help, labelNames: label === undefined ? [] : [label], registers: [registry] }
    /** A metric that cannot be read is missing from the answer: 0 would be a figure. */
    const fill = async (metric: Metric) => {
      const values = await Promise.resolve()
        .then(read)
        .catch((error: unknown) => {
          log.warn({ err: error, metric: name }, 'a metric could not be read')
          return {}
        })
      // Without a pause from here on: two who read at once would find the values twice.
      metric.reset()
      if (label === undefined) metric.remove()
      for (const [value, count] of Object.entries(values))
        metric.inc(label === undefined ? {} : { [label]: value }, count)
    }
    const collect = async function (this: Metric) {
      await fill(this)
    }
    if (kind === 'gauge') new Gauge({ ...options, collect })
    else new Counter({ ...options, collect })
  }
  return {
    requestDone: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    text: () => registry.metrics(),
    listen: (address, setting) => listen(registry, address, setting),
  }
}

function listen(
  registry: Registry,
  { host, port }: Address,
  setting: string,
): Promise<{ stop(): Promise<void> }> {
  const server: Server = createServer((request, answer) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://metrics')
      if (pathname !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        answer.writeHead(404).end()
        return
      }
      const text = await registry.metrics()
      answer.writeHead(200, { 'content-type': registry.contentType }).end(text)
    })().catch(() => answer.writeHead(500).end())
  })
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `port ${port} is taken (${setting})`
            : `cannot listen on ${host}:${port}: ${error.message} (${setting})`,
        ),
      ),
    )
    server.listen(port, host, () =>
      resolve({
        stop: () =>
          new Promise(done => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      }),
    )
  })
}
