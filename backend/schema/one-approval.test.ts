/** Requests that stood in three tables stand in one, with their ids, answers and subjects. */
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { up as approvals } from './migrations/104-approvals'
import { up as levels } from './migrations/116-jackpot-requests'
import { up as reopenings } from './migrations/096-reopenings'
import { up as edits } from './migrations/221-approved-edits'
import { up as oneTable } from './migrations/256-one-approval'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const run = (text: string) => sql.raw(text).execute(backend.db)
const common = (nr: number, id: string) =>
  `'${id}', 'tenant', 'words ${nr}', ${nr + 1}, null, ${nr}, ${nr + 10}, 'cause ${nr}', 'asker', 'Mihai', ${nr + 100}`
const COMMON =
  'id, tenant_id, search, version, archived_at, created_at, updated_at, cause, asked_by_id, asked_by, expires_at'
const ANSWERED = 'answer, answered_by, answered_at, answer_reason'
const by = (answer: string | null) =>
  answer === null ? 'null, null, null, null' : `'${answer}', 'Ana', 50, 'Looked at'`

it('a request of each kind and state is the same after the tables became one, and only one about a thing waits', async () => {
  const { db } = backend
  for (const text of ['drop view approval_requests', 'drop table approvals', 'drop index repair_proposals'])
    await run(text)
  const untyped = db as unknown as Kysely<unknown>
  for (const earlier of [reopenings, approvals, levels, edits]) await earlier(untyped)
  for (const [nr, answer] of [null, 'approved', 'refused', 'withdrawn', 'outdated', 'expired'].entries())
    await run(`insert into approvals (${COMMON}, location_id, slot_id, kind, about, day, body, effect, edit_id, ${ANSWERED})
      values (${common(nr, `a${nr}`)}, 'cluj', 'slot', '${['seal', 'month', 'edit'][nr % 3]}', 'seal ${nr}', '2026-01-01', '{"n":${nr}}', '{}', 'edit', ${by(answer)})`)
  for (const [nr, answer] of [null, 'reopened', 'refused', 'withdrawn'].entries())
    await run(`insert into reopenings (${COMMON}, location_id, day, through, days, months, ${ANSWERED})
      values (${common(nr, `r${nr}`)}, 'cluj', '2026-01-01', '2026-01-0${nr + 1}', ${nr}, '2026-01', ${by(answer)})`)
  await run(`insert into reopenings (${COMMON}, location_id, day, through, days, months, answer, answered_at)
    values (${common(4, 'r4')}, 'cluj', '2026-01-01', '2026-01-05', 5, '', 'refused', 60)`)
  for (const [nr, answer] of [null, 'approved', 'refused', 'withdrawn', null, null].entries())
    await run(`insert into jackpot_requests (${COMMON}, jackpot_id, level_id, level_name, location_id, kind, ${ANSWERED})
      values (${common(nr, `j${nr}`)}, 'jackpot', '${nr === 5 ? 'other' : 'mini'}', 'Mini', ${nr === 2 ? "'cluj'" : 'null'}, '${['reset', 'regenerate', 'delete'][nr % 3]}', ${by(answer)})`)

  await oneTable(untyped)
  const rows = await db.selectFrom('approvals').selectAll().orderBy('id').execute()
  const unchanged = { tenant_id: 'tenant', asked_by_id: 'asker', asked_by: 'Mihai', archived_at: null }
  expect(
    rows.every(row => Object.entries(unchanged).every(([name, value]) => row[name as 'id'] === value)),
  ).toBe(true)
  expect(rows.map(row => [row.id, row.kind, row.answer, row.answered_by])).toEqual([
    ['a0', 'seal', null, null],
    ['a1', 'month', 'approved', 'Ana'],
    ['a2', 'edit', 'refused', 'Ana'],
    ['a3', 'seal', 'withdrawn', 'Ana'],
    ['a4', 'month', 'outdated', 'Ana'],
    ['a5', 'edit', 'expired', 'Ana'],
    ['j0', 'jackpot_reset', 'expired', null],
    ['j1', 'jackpot_regenerate', 'approved', 'Ana'],
    ['j2', 'jackpot_delete', 'refused', 'Ana'],
    ['j3', 'jackpot_reset', 'withdrawn', 'Ana'],
    ['j4', 'jackpot_regenerate', null, null],
    ['j5', 'jackpot_delete', null, null],
    ['r0', 'reopening', null, null],
    ['r1', 'reopening', 'approved', 'Ana'],
    ['r2', 'reopening', 'refused', 'Ana'],
    ['r3', 'reopening', 'withdrawn', 'Ana'],
    ['r4', 'reopening', 'expired', null],
  ])
  const one = (id: string) => rows.find(row => row.id === id)
  expect(one('a2')).toMatchObject({
    location_id: 'cluj',
    slot_id: 'slot',
    about: 'seal 2',
    body: '{"n":2}',
    effect: '{}',
  })
  expect(one('a2')).toMatchObject({
    edit_id: 'edit',
    version: 3,
    cause: 'cause 2',
    expires_at: 102,
    search: 'words 2',
  })
  expect(one('r1')).toMatchObject({
    location_id: 'cluj',
    day: '2026-01-01',
    through: '2026-01-02',
    days: 1,
    months: '2026-01',
  })
  expect(one('r1')).toMatchObject({
    about: 'reopening cluj',
    answered_at: 50,
    answer_reason: 'Looked at',
    updated_at: 11,
  })
  expect(one('j2')).toMatchObject({
    jackpot_id: 'jackpot',
    level_id: 'mini',
    level_name: 'Mini',
    location_id: 'cluj',
  })
  expect(one('j5')).toMatchObject({ about: 'level other', location_id: null, created_at: 5, body: null })
  await expect(run(`update approvals set about = 'level other' where id = 'j4'`)).rejects.toThrow(/unique/i)
  for (const name of ['reopenings', 'jackpot_requests'])
    await expect(run(`select 1 from ${name}`), name).rejects.toThrow(/no such table|does not exist/)
  const listed = await db.selectFrom('approval_requests').select('id').orderBy('id').execute()
  expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})
