import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  fakeBackend,
  ok,
  refuse,
  send,
  type Answer,
  type FakeBackend,
} from '../../tests/support/fake-backend'
import { defineContract } from '../../backend/platform/contract/contract'
import { Leaving } from '../../backend/platform/process/leaving'
import { duringRequest } from '../../backend/platform/process/request-at-hand'
import { ApiError } from './api-error'
import { createApi } from './client.server'

const settings = vi.hoisted(() => ({
  apiUrl: '',
  sessionSecret: 'a secret that is at least 32 characters long',
}))
vi.mock('../process/env.server', () => ({ env: () => settings }))

let backend: FakeBackend
beforeEach(async () => {
  backend = await fakeBackend()
  settings.apiUrl = backend.url
})
afterEach(() => backend.close())

const api = createApi({ session: null, requestId: 'request-1', clientAddress: '10.0.0.7' })
const PATH = '/api/things/v1/thing'
const read = (timeLimitMs = 300) =>
  api.call('GET', PATH, { schema: z.object({ name: z.string() }), timeLimitMs })
const write = (more: { idempotencyKey?: string } = {}) =>
  api.call('POST', PATH, { body: {}, schema: z.object({ name: z.string() }), timeLimitMs: 300, ...more })
const failureOf = async (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('it worked')
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError)
      return error as ApiError
    },
  )

const slow: Answer = () => undefined
const breaking: Answer = (_, response) => {
  response.destroy()
}
const halfway: Answer = (_, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"succ')
  setTimeout(() => response.destroy(), 10)
}

describe('a browser that goes away', () => {
  const atHand = () => ({ request_id: 'request-1', method: 'GET', path: '/counters', leaving: new Leaving() })

  test('ends what was read for it, at the backend too; what may change something, or what others wait for, goes on', async () => {
    const closed: string[] = []
    let answer = () => {}
    const answered = new Promise<void>(resolve => (answer = resolve))
    backend.answer(PATH, ({ method, headers }, response) => {
      const name = `${method} ${String(headers['x-request-id'])}`
      response.once('close', () => closed.push(`${name} ${response.writableFinished ? 'answered' : 'cut'}`))
      void answered.then(() =>
        ok({ name: 'one' })({ method, path: PATH, headers, body: undefined }, response),
      )
    })
    const request = atHand()
    const shape = { schema: z.object({ name: z.string() }) }
    const calls = duringRequest(request, () => [
      read(20_000),
      api.call('POST', PATH, { ...shape, body: {}, timeLimitMs: 20_000 }),
      api.call('GET', PATH, { ...shape, shared: true, timeLimitMs: 20_000 }),
    ])
    const ends = Promise.allSettled(calls)
    await expect.poll(() => backend.count(PATH)).toBe(3)
    request.leaving.leave()
    await expect.poll(() => closed).toEqual(['GET request-1 cut'])
    answer()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    await expect
      .poll(() => [...closed].sort())
      .toEqual(['GET request-1 answered', 'GET request-1 cut', 'POST request-1 answered'])
    expect((await failureOf(duringRequest(request, () => read()))).kind).toBe('timeout')
  })
})

describe('the API client', () => {
  test("carries the request id and the visitor's address, signed", async () => {
    backend.answer(PATH, ok({ name: 'one' }))
    expect(await read()).toEqual({ name: 'one' })
    expect(backend.seen[0]?.headers).toMatchObject({
      'x-request-id': 'request-1',
      'x-forwarded-for': '10.0.0.7',
      'x-client-address': '10.0.0.7',
      'x-client-signature': expect.stringMatching(/^\d{13}\.[\w-]{43}$/) as string,
    })
  })

  test('a backend that is not there is unreachable; nothing was sent, so nothing is unknown', async () => {
    await backend.close()
    expect(await failureOf(write())).toMatchObject({
      kind: 'unreachable',
      status: 503,
      unknownOutcome: false,
    })
  })

  test.each([
    ['too slow', slow, { kind: 'timeout', status: 504 }],
    ['a broken connection', breaking, { kind: 'reset', status: 503 }],
    ['half an answer', halfway, { kind: 'reset', status: 503 }],
    [
      'no JSON',
      (_: unknown, response: Parameters<Answer>[1]) => send(response, 200, '<html>'),
      { kind: 'malformed', status: 502 },
    ],
    [
      'another envelope',
      (_: unknown, response: Parameters<Answer>[1]) => send(response, 200, { rows: [] }),
      { kind: 'malformed', status: 502 },
    ],
    ['data of another shape', ok({ name: 7 }), { kind: 'malformed', status: 502 }],
    [
      "a proxy's 502 page",
      (_: unknown, response: Parameters<Answer>[1]) => send(response, 502, 'Bad gateway'),
      { kind: 'malformed', status: 502 },
    ],
  ] as [string, Answer, object][])(
    "%s: told apart, and a write's outcome is unknown",
    async (_, answer, expected) => {
      backend.answer(PATH, answer)
      expect(await failureOf(read())).toMatchObject({ ...expected, unknownOutcome: false })
      expect(await failureOf(write())).toMatchObject({ ...expected, unknownOutcome: true })
    },
  )

  test('a write that the backend itself does not know the end of is unknown here too; a read has none', async () => {
    backend.answer(PATH, refuse(503, 'outcome_unknown', {}, { 'retry-after': '5' }))
    expect(await failureOf(write())).toMatchObject({
      kind: 'problem',
      status: 503,
      unknownOutcome: true,
      retryAfter: 5,
      isOutage: true,
    })
    expect(await failureOf(read())).toMatchObject({ unknownOutcome: false })
  })

  test("the backend's own refusals keep their status, code, fields and details", async () => {
    const more = {
      fields: { serial: [{ code: 'taken' }] },
      details: { current: { version: 3 } },
      request_id: 'there',
    }
    backend.answer(PATH, refuse(409, 'version_conflict', more, { 'retry-after': '7' }))
    expect(await failureOf(write())).toMatchObject({
      kind: 'problem',
      status: 409,
      code: 'version_conflict',
      fields: more.fields,
      details: more.details,
      requestId: 'there',
      retryAfter: 7,
      unknownOutcome: false,
    })
    backend.answer(PATH, refuse(500, 'unexpected'))
    expect(await failureOf(read())).toMatchObject({
      kind: 'problem',
      status: 500,
      code: 'unexpected',
      isOutage: true,
    })
  })

  test('a read is repeated once when the connection broke; a write only with an Idempotency-Key', async () => {
    let asked = 0
    const breakingOnce: Answer = (_, response) =>
      ++asked === 1 ? response.destroy() : send(response, 200, { success: true, data: { name: 'one' } })
    backend.answer(PATH, breakingOnce)
    expect(await read()).toEqual({ name: 'one' })
    asked = 0
    expect(await failureOf(write())).toMatchObject({ kind: 'reset' })
    asked = 0
    expect(await write({ idempotencyKey: 'same-form-1' })).toEqual({ name: 'one' })
  })
})

const things = defineContract({
  family: 'configuration',
  one: 'thing',
  many: 'things',
  row: z.object({ _id: z.string(), name: z.string() }),
  input: z.object({ name: z.string() }),
  filters: z.object({}),
  sort: ['name'],
  permissions: { list: 'slot::list', read: 'slot::list' },
  actions: {
    lock: { permission: 'slot::lock', path: 'thingcontrol/v1/lock', input: z.object({ reason: z.string() }) },
  },
})

describe('an entity', () => {
  const row = { _id: 'a1', name: 'one' }

  test("is spoken to by the specification's paths and methods", async () => {
    const base = '/api/configuration/v1'
    backend.answer(`${base}/things`, ok({ rows: [row], total: 1, as_of: 5 }))
    for (const path of [`${base}/thing`, `${base}/thing/a1`]) backend.answer(path, ok({ thing: row }))
    for (const path of [`${base}/archive/thing/a1`, `${base}/unarchive/thing/a1`])
      backend.answer(path, ok({}))
    backend.answer(
      '/api/thingcontrol/v1/lock',
      ok({ results: [{ id: 'a1', outcome: 'skipped', reason: 'locked' }] }),
    )
    const entity = api(things)
    expect(await entity.list({ page: 0 })).toEqual({ rows: [row], total: 1, as_of: 5 })
    expect(await entity.get('a1')).toEqual(row)
    expect(await entity.create({ name: 'one' }, { idempotencyKey: 'k' })).toEqual(row)
    expect(await entity.update('a1', { name: 'two', version: 1 })).toEqual(row)
    await entity.archive('a1')
    await entity.unarchive('a1')
    expect(await entity.act('lock', ['a1'], { reason: 'fraud' })).toEqual([
      { id: 'a1', outcome: 'skipped', reason: 'locked' },
    ])
    expect(backend.seen.map(one => `${one.method} ${one.path.replace(base, '')}`)).toEqual([
      'POST /things',
      'GET /thing/a1',
      'POST /thing',
      'PUT /thing/a1',
      'GET /archive/thing/a1',
      'POST /unarchive/thing/a1',
      'POST /api/thingcontrol/v1/lock',
    ])
    expect(backend.seen.at(-1)?.body).toEqual({ ids: ['a1'], reason: 'fraud' })
  })

  test('a list whose rows are not what the contract says is malformed, not half shown', async () => {
    backend.answer('/api/configuration/v1/things', ok({ rows: [{ _id: 7 }], total: 1, as_of: 5 }))
    expect(await failureOf(api(things).list({}))).toMatchObject({ kind: 'malformed' })
  })
})
