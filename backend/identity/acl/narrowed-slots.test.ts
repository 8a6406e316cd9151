/** A rule that names single slots shows the documents of their location, and nothing of another one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people, slots, tenants } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { roleId } from '../auth/roles'
import { sumSpans } from '../../accounting/days/span-sums.service'
import {
  extendedMetersContract,
  type NetworkAnswer,
} from '../../accounting/period-reports/network-report.contract'
import { questionsContract } from '../../accounting/questions/questions.contract'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { type StoredKind } from '../../workflow/second-person/approval-kinds.contract'

let backend: TestBackend
const ask = (as: 'ana' | 'andrei', path: string, body: object) => backend.json<Envelope>(path, { as, body })

/** Andrei sees the slot Bell Link, which stands in Cluj. */
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('user_roles')
    .values({ user_id: people.andrei.id, role_id: roleId('administrator') })
    .execute()
  const rule = {
    name: 'Bell Link alone',
    tenant: tenants.carpathia.id,
    model: 'slot',
    user: people.andrei.id,
    conditions: [`serial: ${slots.bellLink.serial}`],
  }
  expect((await ask('ana', '/api/users/v1/acl-rule', rule)).status).toBe(200)
})
afterAll(() => backend.close())

const request = (id: string, kind: StoredKind, location: string | null, slot: string | null) => ({
  id: id.padEnd(24, '0'),
  tenant_id: tenants.carpathia.id,
  location_id: location,
  slot_id: slot,
  version: 1,
  search: '',
  archived_at: null,
  created_at: 1,
  updated_at: 1,
  kind,
  about: id,
  day: '2026-03-01',
  through: '2026-03-02',
  days: 2,
  months: '',
  jackpot_id: null,
  level_id: null,
  level_name: 'Mini',
  body: null,
  effect: null,
  cause: 'Seen',
  asked_by_id: people.mihai.id,
  asked_by: 'Mihai',
  expires_at: Number.MAX_SAFE_INTEGER,
  answer: null,
  answered_by: null,
  answered_at: null,
  answer_reason: null,
  edit_id: null,
})

it('re-openings and requests about jackpots are those of the location where one of the slots stands', async () => {
  const { cluj, braila } = locations
  await backend.db
    .insertInto('approvals')
    .values([
      request('a1', 'reopening', cluj.id, null),
      request('a2', 'reopening', braila.id, null),
      request('b1', 'jackpot_reset', cluj.id, null),
      request('b2', 'jackpot_reset', braila.id, null),
      request('b3', 'jackpot_delete', null, null),
      request('c1', 'seal', cluj.id, null),
      request('c2', 'edit', cluj.id, slots.bellLink.id),
      request('c3', 'edit', cluj.id, slots.novoline.id),
    ])
    .execute()
  const listed = async (path: string, as: 'ana' | 'andrei' = 'andrei') =>
    (await ask(as, path, { rowsPerPage: 50 })).body.data.rows.map(({ _id }) => String(_id).slice(0, 2)).sort()
  expect(await listed('/api/fiscal-reports/v1/reopenings')).toEqual(['a1'])
  expect(await listed('/api/jackpot-manager/v1/jackpot-requests')).toEqual(['b1'])
  expect(await listed('/api/approvals/v1/approvals')).toEqual(['c2'])
  expect(await listed('/api/fiscal-reports/v1/reopenings', 'ana')).toEqual(['a1', 'a2'])
  const answer = await ask('andrei', '/api/fiscal-reports/v1/reopening-refuse', {
    ids: ['a2'.padEnd(24, '0')],
    reason: 'Not mine to see',
  })
  expect(answer.status).toBe(404)
})

it('reports of all slots have what a slot moved before it came to its location', async () => {
  const row = { ...noMovement, slot_id: slots.bellLink.id, game_nr: 0, denomination_minor: 1, readings: 24 }
  const own = { ...row, tenant_id: tenants.carpathia.id, currency: 'RON' }
  const { cluj, braila } = locations
  await backend.db
    .insertInto('counter_days')
    .values([
      { ...own, gaming_day: '2026-02-14', location_id: braila.id, coin_in: 40 },
      { ...own, gaming_day: '2026-02-15', location_id: cluj.id, coin_in: 7 },
      { ...own, slot_id: slots.harbour.id, gaming_day: '2026-02-14', location_id: braila.id, coin_in: 900 },
    ])
    .execute()
  const period = { from: '2026-02-14', to: '2026-02-15' }
  const read = async (by: string) => {
    const { body } = await ask('andrei', extendedMetersContract.path, { ...period, by })
    return body.data as unknown as NetworkAnswer
  }
  for (const summed of [false, true]) {
    if (summed) await sumSpans(backend.deps)
    const { totals, rows, missing_days } = await read('tenant')
    expect([totals, rows].map(all => all.map(({ coin_in }) => coin_in))).toEqual([[47], [47]])
    expect(missing_days).toEqual([])
    // The location that it left is not theirs to see.
    expect((await read('location')).rows.map(({ coin_in }) => coin_in)).toEqual([7])
    const put = async (by: string) => {
      const { body } = await ask('andrei', questionsContract.path, { ...period, by, measure: ['coin_in'] })
      return body.data as unknown as NetworkAnswer
    }
    for (const [by, figures] of [
      ['location', [7]],
      ['day', [40, 7]],
      ['month', [47]],
      ['slot', [47]],
    ] as const) {
      const question = await put(by)
      expect(question.rows.map(({ coin_in }) => coin_in)).toEqual(figures)
      expect(question.totals.map(({ coin_in }) => coin_in)).toEqual([47])
    }
  }
})
