/** Whoever sees to an alarm says so once: to all who see it, in the audit log, and to the rule's steps. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { people, slots, tenants, type Person } from '../../../tests/people'
import { alarmTests, silence } from '../../../tests/support/alarms'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR } from '../../../tests/support/feed'
import type { SlotOverview } from '../../operations/overview/overview.contract'

let backend: TestBackend
const { made, look, seen, found, acknowledge, fresh } = alarmTests(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(fresh)

const silent = async (...ids: string[]) => {
  for (const id of ids) await seen(id, backend.clock() - HOUR)
  await look()
}
const waiting = (as: Person = 'olga') => found({ state: 'open', acknowledged: false }, as)

it('is seen by all with its note, in the list’s filter and in the audit log, and stays open', async () => {
  await made(silence)
  await silent(slots.bellLink.id, slots.novoline.id)
  const [first, second] = await waiting()
  const { results } = (await acknowledge([first?._id ?? ''], 'olga', 'Technician on the way')).body.data
  expect(results).toMatchObject([{ outcome: 'done' }])
  expect((await waiting('mihai')).map(({ _id }) => _id)).toEqual([second?._id])
  expect(await found({ acknowledged: true }, 'mihai')).toMatchObject([
    {
      state: 'open',
      acknowledged_by: people.olga.fullName,
      acknowledged_at: backend.clock(),
      acknowledged_note: 'Technician on the way',
    },
  ])
  const slot = `/api/board/v1/slot/${first?.slot.name === slots.novoline.serial ? slots.novoline.id : slots.bellLink.id}`
  const { body } = await backend.json<{ data: SlotOverview }>(`${slot}?kind=alarm`, { as: 'olga' })
  expect(body.data.timeline.counts.alarm).toBe(2)
  expect(body.data.timeline.entries).toMatchObject([
    { kind: 'alarm', code: 'fired', reason: 'Silent', by: null },
    { kind: 'alarm', code: 'acknowledged', reason: 'Silent', by: people.olga.fullName },
  ])
  const [entry] = await backend.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', first?._id ?? '')
    .execute()
  expect(entry).toMatchObject({
    action: 'acknowledge',
    actor_name: people.olga.fullName,
    tenant_id: tenants.carpathia.id,
  })
  expect(entry?.after_json).toContain('Technician on the way')
})

it('of two at once the second is answered that it was acknowledged, and so is a repetition', async () => {
  await made(silence)
  await silent(slots.bellLink.id)
  const id = (await waiting())[0]?._id ?? ''
  const both = await Promise.all([acknowledge([id], 'olga'), acknowledge([id], 'mihai')])
  const outcomes = both.map(({ body }) => body.data.results[0]?.outcome)
  expect(outcomes.sort()).toEqual(['done', 'skipped'])
  expect((await acknowledge([id], 'olga')).body.data.results).toEqual([
    { id, outcome: 'skipped', reason: 'acknowledged' },
  ])
  const log = await backend.db.selectFrom('audit_log').select('id').where('entity_id', '=', id).execute()
  expect(log).toHaveLength(1)
})

it('one that cleared meanwhile is answered as cleared, and its next one waits anew', async () => {
  await made(silence)
  await silent(slots.bellLink.id)
  const id = (await waiting())[0]?._id ?? ''
  await seen(slots.bellLink.id, backend.clock())
  await look()
  expect((await acknowledge([id], 'olga')).body.data.results).toEqual([
    { id, outcome: 'skipped', reason: 'cleared' },
  ])
  await silent(slots.bellLink.id)
  expect(await waiting()).toMatchObject([{ acknowledged_by: null }])
})

it('is for whoever works with slots: no auditor, no other tenant', async () => {
  await made(silence)
  await silent(slots.bellLink.id)
  const id = (await waiting())[0]?._id ?? ''
  expect((await acknowledge([id], 'andrei')).status).toBe(403)
  expect((await acknowledge([id], 'paulo')).status).toBe(404)
  expect((await acknowledge([id], 'olga', 'x'.repeat(501))).status).toBe(422)
  expect(await waiting()).toHaveLength(1)
})

it('confirms what notified of it, once none of its alarms waits any more', async () => {
  await made({ ...silence, severity: 'alarm' })
  await silent(slots.bellLink.id, slots.harbour.id)
  const confirmed = async () =>
    (
      await backend.db
        .selectFrom('notification_receipts as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .select('n.resource_id')
        .where('r.confirmed_at', 'is not', null)
        .execute()
    ).map(row => row.resource_id)
  const [first] = await found({ slot: slots.bellLink.id, state: 'open' }, 'olga')
  await acknowledge([first?._id ?? ''], 'olga')
  expect(await confirmed()).toEqual([slots.bellLink.id])
})
