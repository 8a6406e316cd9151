/** Names that every object has already: they are names like others, and unknown ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { shapeOf } from '../../../tests/support/widest'
import { slots } from '../../../tests/people'
import type { EndpointSpec } from './endpoint'

/** A setter, a function that makes objects, and one that texts are made with: what others do, one of these does. */
const names = ['__proto__', 'constructor', 'toString']

type Spec = EndpointSpec<never, never, never>
let backend: TestBackend
let endpoints: readonly Spec[]
let token: string
beforeAll(async () => {
  backend = await testBackend()
  endpoints = (backend.app.api.endpoints as never as Spec[]).filter(({ path }) => !path.endsWith('/logout'))
  token = await backend.login('ana')
})
afterAll(() => backend.close())

const withId = (path: string) => path.replace(/:\w+/g, slots.bellLink.id)
const ask = async ({ method, permission }: Spec, path: string, body?: string) =>
  (
    await backend.request(path, {
      method,
      token: permission === 'ingest-token' ? backend.ingestTokens.system : token,
      ...(body !== undefined && { body }),
    })
  ).status

/**
 * As text, since an object literal gives `__proto__` another meaning. `deep` has the name where an endpoint reads
 * deeper, by the member that leads there: sent to those that have such a member, for all others it is one more unknown
 * one.
 */
const bodies = (name: string, members: readonly string[]): string[] => {
  const key = JSON.stringify(name)
  const deep: Record<string, string[]> = {
    exactFields: [`{"exactFields":[${key}],"exactValues":["x"]}`],
    sortBy: [`{"sortBy":[${key}]}`],
    fields: [`{"fields":[${key}]}`, `{"fields":{${key}:1},"ids":["${slots.bellLink.id}"],"reason":"trying"}`],
    matching: [`{"matching":{"exactFields":[${key}],"exactValues":["x"]},"reason":"trying"}`],
    values: [`{"values":{${key}:1},"version":0}`],
    version: [`{"version":1,${key}:"x"}`],
    request: [
      `{"list":${key},"request":{"exactFields":[${key}],"exactValues":["x"],"sortBy":[${key}]},"columns":[${key}]}`,
    ],
    fixes: [`{"fixes":[{"line":2,"values":{${key}:"x"}}]}`],
    messages: [
      `{"messages":[{"smib_id":"aabbccddeeff","message_seq_nr":1,"server_time_nano":"1773219600000000000","counters":[{"meters":{${key}:1}}]}]}`,
    ],
    answers: [`{"answers":[{"command_id":"${slots.bellLink.id}","outcome":"done","data":{${key}:1}}]}`],
  }
  return [
    `{${key}:1}`,
    `{${key}:{${key}:{}}}`,
    `{${members.map(member => `${JSON.stringify(member)}:{${key}:"x"}`).join(',')}}`,
    `{${members.map(member => `${JSON.stringify(member)}:[{${key}:1}]`).join(',')}}`,
    `{${members.map(member => `${JSON.stringify(member)}:[${key}]`).join(',')}}`,
    `{${members.map(member => `${JSON.stringify(member)}:${key}`).join(',')}}`,
    ...members.flatMap(member => (Object.hasOwn(deep, member) ? (deep[member] ?? []) : [])),
  ]
}

it('the deeper places are places that endpoints have', () => {
  const members = new Set(
    endpoints.flatMap(({ body }) => (body ? Object.keys(shapeOf(body).properties ?? {}) : [])),
  )
  const led = [
    'exactFields',
    'sortBy',
    'fields',
    'matching',
    'values',
    'version',
    'request',
    'fixes',
    'messages',
    'answers',
  ]
  expect(led.filter(member => !members.has(member))).toEqual([])
})

/** Bodies and addresses are read before any database is asked: what that finds is the same on both engines. */
const embedded = !process.env.TEST_DATABASE_URL

describe.runIf(embedded).each(names)('%s', name => {
  // In a body one method that every object has is as good as another.
  it.skipIf(name === 'toString')(
    'in a body is never the end of a request',
    async () => {
      const failed: string[] = []
      for (const spec of endpoints.filter(({ method, bytes }) => method !== 'GET' && !bytes)) {
        const members = Object.keys(spec.body ? (shapeOf(spec.body).properties ?? {}) : {})
        for (const body of bodies(name, members)) {
          const status = await ask(spec, withId(spec.path), body)
          if (status >= 500) failed.push(`${spec.method} ${spec.path} ${body}: ${status}`)
          // Parts of a body are answered one by one.
          else if (
            name === '__proto__' &&
            spec.body &&
            !spec.inParts &&
            status < 400 &&
            /"__proto__":/.test(body)
          )
            failed.push(`${spec.method} ${spec.path} ${body}: ${status}, though nothing has it`)
        }
      }
      expect(failed).toEqual([])
    },
    120_000,
  )

  it('in an address is never the end of a request', async () => {
    const failed: string[] = []
    for (const spec of endpoints.filter(({ path }) => !path.endsWith('/ingest'))) {
      for (const path of [
        `${withId(spec.path)}?${name}=x`,
        `${withId(spec.path)}?${name}=x&${name}=y`,
        spec.path.replace(/:\w+/g, name),
        ...Object.keys(spec.query ? (shapeOf(spec.query).properties ?? {}) : {}).map(
          key => `${withId(spec.path)}?${key}=${name}`,
        ),
      ]) {
        const status = await ask(
          spec,
          path,
          ...(spec.method === 'GET' || spec.method === 'DELETE' ? [] : (['{}'] as const)),
        )
        if (status >= 500) failed.push(`${spec.method} ${path}: ${status}`)
      }
    }
    expect(failed).toEqual([])
  }, 60_000)
})

it('a member that no object may have is refused by its name, however it is written', async () => {
  for (const body of [
    '{"__proto__":{"rowsPerPage":1}}',
    '{"\\u005f_proto_\\u005f":1}',
    '{"exactValues":[{"__proto__":1}]}',
  ]) {
    const {
      status,
      body: { error },
    } = await backend.json('/api/configuration/v1/slots', { token, body })
    expect([status, error.code, Object.keys(error.fields)]).toEqual([422, 'invalid', ['__proto__']])
  }
  const {
    status,
    body: { error },
  } = await backend.json('/api/configuration/v1/slots', { token, body: { constructor: 1, toString: 2 } })
  expect([status, error.fields]).toEqual([
    422,
    { constructor: [{ code: 'unknown_field' }], toString: [{ code: 'unknown_field' }] },
  ])
})

it('a body nested deeper than anybody means is refused', async () => {
  const {
    status,
    body: { error },
  } = await backend.json('/api/configuration/v1/slot', {
    token,
    body: `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    headers: { 'idempotency-key': 'deep-deep-deep' },
  })
  expect([status, error.code]).toEqual([413, 'too_large'])
  expect(
    (
      await backend.json('/api/configuration/v1/slot', {
        token,
        body: `{"x":${'['.repeat(1_000)}${']'.repeat(1_000)}}`,
      })
    ).body.error.code,
  ).toBe('malformed_json')
})
