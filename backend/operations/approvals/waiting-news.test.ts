/** Whoever may answer a request is told of it on the bell, until somebody has answered. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { feed, repairing } from '../../../tests/support/repairing'
import type { RealTimeNotification } from '../../workflow/news/notifications.contract'
import { notifyOfRequests } from '../../workflow/notifications/request-notifications.service'

let backend: TestBackend
const { clear, deliver } = bookedIn(() => backend)
const { only, decide } = repairing(() => backend)
const at = (nr: number) => sunday + nr * HOUR
beforeAll(async () => {
  backend = await testBackend()
  const saved = await backend.json(`/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`, {
    as: 'ana',
    method: 'PUT',
    body: {
      version: 0,
      values: { edit_second_person: true, repair_second_person: true, repair_second_person_from: 10 },
      reason: 'The owners asked',
    },
  })
  expect(saved.status).toBe(200)
})
afterAll(() => backend.close())
beforeEach(async () => {
  await clear()
  for (const table of ['approvals', 'repair_decisions', 'notification_receipts', 'notifications'] as const)
    await backend.db.deleteFrom(table).execute()
})

interface Answer {
  data: Record<string, unknown> & { rows: (RealTimeNotification & { _id: string })[] }
}
const send = (path: string, body: object, as: Person) => backend.json<Answer>(path, { as, body })
/** What the bell shows. */
const bell = async (as: Person) =>
  (
    await send(
      '/api/notifications/v1/list',
      { exactFields: ['seen', 'told'], exactValues: [false, true] },
      as,
    )
  ).body.data.rows
const subjects = async (as: Person) =>
  (await bell(as)).map(({ category, resource_details, data }) => [
    category,
    resource_details.approval_id,
    data.about,
    data.reason,
  ])
const ignore = async (nr: number, as: Person) => {
  const key = { smib: smibs.bellLink.id, at: at(nr - 1), message_seq_nr: nr }
  const asked = await send(
    '/api/rawdata/v1/ignore-message',
    { ...key, reason: `Frame ${nr} is not its own` },
    as,
  )
  expect(asked.status).toBe(200)
  return String(asked.body.data.asked)
}
const answer = async (how: string, id: string, as: Person) =>
  expect((await send(`/api/approvals/v1/approval-${how}`, { ids: [id], reason: 'Looked' }, as)).status).toBe(
    200,
  )

describe('a request to edit meters', () => {
  beforeEach(() =>
    deliver([100, 200, 350, 400, 500].map((value, nr) => reading(nr + 1, at(nr), { '0000': value }))),
  )

  it('is told to whoever may answer it and nobody else, each by itself, and is nobody’s news once it is answered', async () => {
    const first = await ignore(2, 'mihai')
    // Of one millisecond nobody could say which came first.
    backend.clock.advance(1)
    const second = await ignore(3, 'mihai')
    await notifyOfRequests(backend.deps)
    // Once.
    await notifyOfRequests(backend.deps)
    const told = (id: string, nr: number) => [
      'approval',
      id,
      `${slots.bellLink.serial}, Cluj Central`,
      `Frame ${nr} is not its own`,
    ]
    expect(await subjects('ana')).toEqual([told(second, 3), told(first, 2)])
    // Who asked, who may only read, another tenant.
    for (const other of ['mihai', 'andrei', 'olga', 'paulo', 'nora'] as const)
      expect([other, await bell(other)]).toEqual([other, []])

    await answer('approve', second, 'ana')
    expect(await subjects('ana')).toEqual([told(first, 2)])
    await answer('withdraw', first, 'mihai')
    expect(await bell('ana')).toEqual([])
    const kept = await send('/api/notifications/v1/list', {}, 'ana')
    expect(kept.body.data.rows.map(row => row.seen)).toEqual([true, true])
    await notifyOfRequests(backend.deps)
    expect(await bell('ana')).toEqual([])
  })

  it('is no news any more after the week in which it can be answered', async () => {
    await ignore(2, 'mihai')
    await notifyOfRequests(backend.deps)
    expect(await bell('ana')).toHaveLength(1)
    backend.clock.advance(7 * 24 * HOUR)
    expect(await bell('ana')).toEqual([])
  })
})

it('a proposed decision of a repair is told to who may decide, and is over when it is refused', async () => {
  await deliver(feed(400, 500, [40, '7A'], 90))
  const decided = await decide(await only(), { choice: 'break' })
  expect(decided.body.data.repair.waiting).toBe(true)
  await notifyOfRequests(backend.deps)
  const [news] = await bell('ana')
  expect(news).toMatchObject({ category: 'approval', data: { actor: people.mihai.fullName } })
  expect(await bell('mihai')).toEqual([])
  await answer('refuse', news?.resource_details.approval_id ?? '', 'ana')
  expect(await bell('ana')).toEqual([])
})
