/** A channel's test button: one real attempt, and what came of it. */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { channelsAt } from '../../../tests/support/channels'
import { base, fine, hookedBackend } from '../../../tests/support/hooked'
import { systemActor } from '../../platform/request/actor'
import { testChannel } from './channel-test.service'

let hooked: Awaited<ReturnType<typeof hookedBackend>>
beforeAll(async () => {
  hooked = await hookedBackend()
})
afterAll(() => hooked.close())
beforeEach(() => hooked.forget())

const one = `${base}/notification-channel`
const made = () => channelsAt(hooked.origin)
const row = async (id: string) =>
  (await hooked.backend.json(`${one}/${id}`, { as: 'mihai' })).body.data['notification-channel'] as Record<
    string,
    unknown
  >

describe('a test', () => {
  it('waits a short while for its answer, which is stored whenever it comes', async () => {
    const { backend, told, newChannel } = hooked
    let answerNow = () => {}
    told.answer = answer => (answerNow = () => void answer.writeHead(202).end('Accepted'))
    const id = await newChannel(made().teams)
    await testChannel(backend.deps, systemActor, { id, patience: 20 })
    expect(await row(id)).toMatchObject({ tested_at: backend.clock(), test_ms: null, test_problem: null })
    await vi.waitFor(() => expect(hooked.got).toHaveLength(1), { timeout: 10_000 })
    answerNow()
    await vi.waitFor(
      async () =>
        expect(await row(id)).toMatchObject({ test_code: 202, test_answer: 'Accepted', test_problem: null }),
      { timeout: 10_000 },
    )
  })

  it('is a real attempt, and what was answered stands with the channel', async () => {
    const { backend, got, told, post, newChannel } = hooked
    const id = await newChannel(made().slack)
    const test = () => post(`${one}-test`, { ids: [id] })
    expect((await test()).body.data.results).toEqual([{ id, outcome: 'done' }])
    expect(JSON.parse(got[0]?.body ?? '').text).toMatch(/This is a test of the channel “Crew \d+”/)
    expect(await row(id)).toMatchObject({
      tested_at: backend.clock(),
      test_problem: null,
      test_code: 200,
      test_answer: 'thank you',
    })
    expect((await row(id)).test_ms).toBeGreaterThanOrEqual(0)
    for (const [answer, expected] of [
      [
        (response: ServerResponse) => response.writeHead(410).end('channel_is_archived <b>'),
        { test_problem: 'answered', test_code: 410, test_answer: 'channel_is_archived <b>' },
      ],
      [
        (response: ServerResponse) => response.writeHead(302, { location: `${hooked.origin}/else` }).end(),
        { test_problem: 'redirected', test_code: 302 },
      ],
      [
        (response: ServerResponse) => response.writeHead(200).end('x'.repeat(10_000_000)),
        { test_problem: null, test_answer: 'x'.repeat(500) },
      ],
      [(response: ServerResponse) => response.destroy(), { test_problem: 'connection', test_code: null }],
    ] as const) {
      told.answer = answer
      await test()
      expect(await row(id)).toMatchObject(expected)
    }
    expect(got.filter(({ path }) => path === '/else')).toEqual([])
    told.answer = fine
    const audit = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'notification-channel')
      .execute()
    expect(audit.map(entry => entry.action)).toContain('test')
    expect(JSON.stringify(audit)).not.toContain('AbCdEfGh')
    expect((await post(`${one}-test`, { ids: [id] }, 'andrei')).status).toBe(403)
    expect((await post(`${one}-test`, { ids: [id] }, 'paulo')).status).toBe(404)
  })
})
