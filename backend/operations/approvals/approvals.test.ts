/** Two people: what one asks for is done by another, exactly as it was shown, or not at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { closeAll as closeDays, refreshEach } from '../../../tests/support/closed-days'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { ANSWER_WITHIN_MS } from '../../workflow/second-person/asking.service'

let backend: TestBackend
const { clear, deliver, hours } = bookedIn(() => backend)
let version = 0
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Row {
  _id: string
  kind: string
  state: string
  record: string
  asked_by: string
  answered_by: string | null
  asked: { reports: string[] } | null
}
type Answer = Envelope & {
  data: Record<string, unknown> & { rows: Row[]; results: { outcome: string; reason?: string }[] }
}
const send = (path: string, body: object | undefined, as: Person) =>
  backend.json<Answer>(path, { as, ...(body && { body }) })
const settings = async (values: object) => {
  const saved = await backend.json(`/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`, {
    as: 'ana',
    method: 'PUT',
    body: { version, values, reason: 'The owners asked' },
  })
  expect(saved.status).toBe(200)
  version++
}
const list = async (as: Person, filters: Record<string, string> = {}) =>
  (
    await send(
      '/api/approvals/v1/approvals',
      { exactFields: Object.keys(filters), exactValues: Object.values(filters).map(one => [one]) },
      as,
    )
  ).body.data.rows
const answer = (how: string, id: string, as: Person) =>
  send(`/api/approvals/v1/approval-${how}`, { ids: [id], reason: 'Looked at it together' }, as)
const waiting = async (as: Person) => (await list(as, { state: 'waiting', part: 'answers' }))[0]

const at = (nr: number) => sunday + nr * HOUR
const coinIn = async () => (await hours()).map(row => row.coin_in)

describe('ignoring a message, where the tenant asks for a second person,', () => {
  const key = { smib: smibs.bellLink.id, at: at(2), message_seq_nr: 3 }
  const ignore = (as: Person = 'ana', which: object = {}) =>
    send('/api/rawdata/v1/ignore-message', { ...key, ...which, reason: 'A frame of another machine' }, as)
  beforeAll(() => settings({ edit_second_person: true }))
  beforeEach(async () => {
    await clear()
    for (const table of ['ignored_messages', 'omitted_readings', 'approvals'] as const)
      await backend.db.deleteFrom(table).execute()
    await deliver([100, 200, 350, 400, 500].map((value, nr) => reading(nr + 1, at(nr), { '0000': value })))
  })

  it('is asked by one and done by another, never by the same; and so is letting it count again', async () => {
    const before = await coinIn()
    const asked = await ignore()
    expect(asked.body.data).toMatchObject({ 'ignored-message': null, asked: expect.any(String) as string })
    expect(await coinIn()).toEqual(before)
    expect((await ignore()).body.error.code).toBe('approval_waits')
    const id = String(asked.body.data.asked)
    expect(await waiting('ana')).toBeUndefined()
    expect(await list('ana', { part: 'asked' })).toMatchObject([
      { _id: id, state: 'waiting', kind: 'edit', own: true },
    ])
    expect(await list('mihai')).toMatchObject([{ _id: id, own: false }])
    expect((await answer('approve', id, 'ana')).body.error.code).toBe('request_own')
    // Who may not ignore messages may not approve it either, though they may read of it.
    expect((await answer('approve', id, 'andrei')).status).toBe(403)
    expect((await answer('approve', id, 'paulo')).status).toBe(404)
    expect(await list('paulo')).toEqual([])
    expect((await answer('withdraw', id, 'ana')).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect((await answer('refuse', id, 'ana')).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'withdrawn' },
    ])

    const second = String((await ignore('ana')).body.data.asked)
    expect(await waiting('mihai')).toMatchObject({ _id: second })
    expect((await answer('approve', second, 'mihai')).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect(await coinIn()).toEqual([0, 100, 0, 200, 100])
    expect(await list('ana', { state: 'approved' })).toMatchObject([
      { _id: second, answered_by: 'Mihai Ionescu' },
    ])

    const [edit] = await backend.db.selectFrom('ignored_messages').select(['id', 'ignored_by']).execute()
    expect(edit?.ignored_by).toBe('Ana Popescu, Mihai Ionescu')
    // Each leads to the other.
    const made = await list('ana', { state: 'approved' })
    expect(made).toMatchObject([{ _id: second, asked: { edit: edit?.id } }])
    const ways = await send(`/api/rawdata/v1/ignored-message/${edit?.id}`, undefined, 'ana')
    expect(ways.body.data['ignored-message']).toMatchObject({ approval: second, back_approval: null })
    const back = await send(
      '/api/rawdata/v1/ignored-message-restore',
      { ids: [edit?.id], reason: 'It was this one after all' },
      'ana',
    )
    expect(back.body.data.results).toMatchObject([{ outcome: 'skipped', reason: 'asked' }])
    expect(await coinIn()).toEqual([0, 100, 0, 200, 100])
    const third = (await waiting('mihai'))?._id ?? ''
    const askedBack = await send(`/api/rawdata/v1/ignored-message/${edit?.id}`, undefined, 'ana')
    expect(askedBack.body.data['ignored-message']).toMatchObject({ state: 'ignored', back_approval: third })
    await answer('approve', third, 'mihai')
    const restored = await send(`/api/rawdata/v1/ignored-message/${edit?.id}`, undefined, 'ana')
    expect(restored.body.data['ignored-message']).toMatchObject({
      state: 'restored',
      approval: second,
      back_approval: third,
    })
    const trail = await backend.db
      .selectFrom('audit_log')
      .select(['action', 'before_json', 'after_json'])
      .where('entity_id', 'in', [id, second])
      .orderBy('seq')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['ask', 'withdraw', 'ask', 'approve'])
    // An answer changes nothing of what was asked.
    const { before_json, after_json } = trail.at(-1) ?? {}
    expect(JSON.parse(after_json ?? '')).toMatchObject({
      ...(JSON.parse(before_json ?? '') as object),
      state: 'approved',
    })
  })

  it('is not done when it would move something else by now: the request is closed, and it is asked again', async () => {
    const newest = { at: at(4), message_seq_nr: 5 }
    const id = String((await ignore('ana', newest)).body.data.asked)
    await backend.db
      .updateTable('approvals')
      .set({ asked_by_id: 'f'.repeat(24) })
      .execute()
    // What comes next would have its movement: nothing would be lost any more.
    await deliver([reading(6, at(5), { '0000': 560 })])
    const before = await coinIn()
    expect((await answer('approve', id, 'ana')).body.error.code).toBe('approval_outdated')
    expect(await coinIn()).toEqual(before)
    expect(await list('ana')).toMatchObject([{ _id: id, state: 'outdated', answered_by: 'Ana Popescu' }])
    expect((await ignore('ana', newest)).status).toBe(200)
  })

  it('expires after a week, and makes room for another request', async () => {
    const id = String((await ignore()).body.data.asked)
    backend.clock.advance(ANSWER_WITHIN_MS)
    expect(await list('ana', { state: 'expired' })).toMatchObject([{ _id: id }])
    expect((await answer('approve', id, 'ana')).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'expired' },
    ])
    expect((await ignore()).status).toBe(200)
    expect((await list('ana', { state: 'expired' })).map(one => one._id)).toEqual([id])
  })
})

describe('sealing, where the tenant asks for a second person,', () => {
  const cluj = `/api/fiscal-reports/v1/location/${locations.cluj.id}`
  const everySlot = { accepted: [slots.bellLink.id, slots.novoline.id], reason: 'The board was replaced' }
  const desk = async () =>
    (await backend.json<{ data: Desk }>(`${cluj}/month/2026-10/desk`, { as: 'mihai' })).body.data
  interface Desk {
    next_to_seal: string
    days: { day: string; state: string; reports: { _id: string }[] }[]
    second_person: { waiting: { _id: string; asked_by: string } | null } | null
  }
  const first = async () => {
    const { days, next_to_seal } = await desk()
    return days.find(({ day }) => day === next_to_seal)
  }
  const seal = async (as: Person = 'mihai') => {
    const day = await first()
    return send(
      `${cluj}/day/${day?.day}/seal`,
      { reports: day?.reports.map(({ _id }) => _id), ...everySlot },
      as,
    )
  }
  const closeAll = () => closeDays(backend.deps)
  const tell = (...messages: ReturnType<typeof reading>[]) => deliver(messages)
  beforeAll(async () => {
    await clear()
    await backend.db.deleteFrom('approvals').execute()
    await settings({ seal_second_person: true })
    await tell(
      reading(1, sunday - 50 * HOUR, { '0000': 1_000 }),
      reading(2, sunday - 26 * HOUR, { '0000': 1_300 }),
      reading(4, sunday - 2 * HOUR, { '0000': 1_500 }),
    )
    backend.clock.set(sunday + 30 * HOUR)
    await closeAll()
  })

  it('is asked, with what is accepted and why, and sealed by whoever approves it', async () => {
    const before = await desk()
    expect(before.second_person).toEqual({ waiting: null })
    const asked = await seal()
    expect(asked.body.data).toMatchObject({ reports: [], asked: expect.any(String) as string })
    const day = await first()
    expect([day?.day, day?.state]).toEqual([before.next_to_seal, 'closed'])
    expect((await desk()).second_person?.waiting).toMatchObject({ asked_by: 'Mihai Ionescu' })
    expect((await seal('ana')).body.error.code).toBe('approval_waits')
    const id = String(asked.body.data.asked)
    expect((await answer('approve', id, 'mihai')).body.error.code).toBe('request_own')
    // An auditor reads of it and answers nothing.
    expect(await list('andrei', { state: 'waiting' })).toMatchObject([{ _id: id, kind: 'seal' }])
    expect((await answer('approve', id, 'andrei')).status).toBe(403)
    expect((await answer('approve', id, 'ana')).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect((await desk()).days.find(one => one.day === day?.day)?.state).toBe('sealed')
    expect((await first())?.day).not.toBe(day?.day)
  })

  it('is not done for another revision than the one that was shown', async () => {
    const day = await first()
    const id = String((await seal()).body.data.asked)
    await tell(reading(3, sunday - 25 * HOUR, { '0000': 1_400 }))
    backend.clock.set(sunday + 31 * HOUR)
    await closeAll()
    expect((await first())?.reports[0]?._id).not.toBe(day?.reports[0]?._id)
    expect((await answer('approve', id, 'ana')).body.error.code).toBe('approval_outdated')
    expect((await first())?.state).toBe('closed')
    expect((await list('mihai', { state: 'outdated' })).map(one => one._id)).toEqual([id])
    expect((await seal()).status).toBe(200)
  })

  it('has a day made anew whose report is no longer what would be made of it, and the next request is done', async () => {
    const day = await first()
    const drafted = backend.db.updateTable('slot_day_closings').set({ moved: '{}' })
    const id = (await waiting('ana'))?._id ?? String((await seal()).body.data.asked)
    await drafted
      .where('location_id', '=', locations.cluj.id)
      .where('day', '=', day?.day ?? '')
      .execute()
    expect((await answer('approve', id, 'ana')).body.error.code).toBe('approval_outdated')
    await refreshEach(backend.deps)
    const again = String((await seal()).body.data.asked)
    expect((await answer('approve', again, 'ana')).body.data.results).toMatchObject([{ outcome: 'done' }])
  })
})
