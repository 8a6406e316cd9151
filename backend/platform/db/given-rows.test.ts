import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { intoHours } from '../../telemetry/judgement/roll-ups'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { slots } from '../../../tests/people'
import { isPostgres, rowsAsTable } from './bulk'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('are looked up one by one: a statement that goes through all that is stored fails its test', async ctx => {
  const { db } = backend
  ctx.skip(isPostgres(db), 'PostgreSQL knows how many rows it is given')
  const given = rowsAsTable(db, { mac: 'text' }, [{ mac: 'aa' }, { mac: 'bb' }])
  const free = sql`select s.id from ${given} join smibs s on s.mac = b.mac where s.archived_at is null`
  await expect(free.execute(db)).rejects.toThrow(/gone through for each row that is stored/)
  const inOrder = sql`select s.id from ${given} cross join smibs s where s.mac = b.mac and s.archived_at is null`
  expect((await inOrder.execute(db)).rows).toEqual([])
})

it('have their numbers looked up once for all of them, whatever PostgreSQL knows of the table of numbers', async ctx => {
  const { db } = backend
  ctx.skip(!isPostgres(db), 'the thread of the embedded database remembers numbers')
  const row = [slots.bellLink.id, 0, 0, 'cluj', 1, 'carpathia', 'RON', 1, ...movementNames.map(() => 1)]
  for (const insertion of intoHours(db, [row, row])) {
    const plan = await db.executeQuery(
      CompiledQuery.raw(`explain ${insertion.sql}`, [...insertion.parameters]),
    )
    expect(JSON.stringify(plan.rows)).toContain('short_ids')
    expect(JSON.stringify(plan.rows)).not.toContain('SubPlan')
  }
})
