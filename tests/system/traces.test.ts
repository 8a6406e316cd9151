/** A request's trace, from the console's page to the SQL statement, as a collector gets it (OTLP, JSON over HTTP). */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSystem, type RunningSystem } from '../support/system'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: unknown }[]
}
interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** Of somebody who may stand on a list. */
const cnp = '3850214400018'
const parent = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }

let collector: Server
let system: RunningSystem
const texts: string[] = []
const spans = () =>
  texts
    .flatMap(text => (JSON.parse(text) as Batch).resourceSpans)
    .flatMap(({ resource, scopeSpans }) => {
      const program = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      return scopeSpans.flatMap(scope => scope.spans.map(span => ({ ...span, program })))
    })

beforeAll(async () => {
  collector = createServer((request, answer) => {
    let text = ''
    request.on('data', piece => {
      text += piece
    })
    request.on('end', () => {
      if (request.url === '/v1/traces') texts.push(text)
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  system = await startSystem({
    env: {
      DEMO: 'off',
      TRUST_PROXY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    },
  })
})
afterAll(async () => {
  await system?.end()
  collector.close()
})

test('goes on from the proxy’s, through both programs, to the tables; no value of it stands anywhere', async () => {
  const password = 'a wrong password that nobody has'
  await fetch(`${system.consoleUrl}/auth/login?note=${cnp}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: `admin-${cnp}`, password }),
    headers: {
      'sec-fetch-site': 'same-origin',
      traceparent: `00-${parent.traceId}-${parent.spanId}-01`,
      tracestate: cnp,
    },
  })
  const own = () => spans().filter(span => span.traceId === parent.traceId)
  const named = (name: string, program: string) =>
    own().find(span => span.name === name && span.program === program)
  await expect
    .poll(() => [
      named('POST /auth/login', 'backoffice-console'),
      named('POST /api/authorization/v1/login', 'backoffice-backend'),
    ])
    .toEqual([expect.anything(), expect.anything()])
  const page = named('POST /auth/login', 'backoffice-console')
  expect(page?.parentSpanId).toBe(parent.spanId)
  const request = named('POST /api/authorization/v1/login', 'backoffice-backend')
  const call = own().find(span => span.spanId === request?.parentSpanId)
  expect([call?.program, call?.name, call?.parentSpanId]).toEqual([
    'backoffice-console',
    'POST backend',
    page?.spanId,
  ])
  const statements = () => own().filter(span => span.parentSpanId === request?.spanId)
  await expect.poll(() => statements().map(({ name }) => name)).toContain('SELECT users')
  const keys = new Set(own().flatMap(span => span.attributes.map(({ key }) => key)))
  expect([...keys].sort()).toEqual([
    'db.collection.name',
    'db.operation.name',
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'request.id',
  ])
  for (const secret of [cnp, password, 'admin-']) expect(texts.join()).not.toContain(secret)
})

test('a collector that goes away holds nobody up, at the end neither', async () => {
  collector.closeAllConnections()
  collector.close()
  const answer = await fetch(`${system.consoleUrl}/auth/login`)
  expect(answer.status).toBe(200)
  await expect.poll(() => system.output()).toContain('traces could not be sent')
  expect(await system.end()).toBe(0)
})
