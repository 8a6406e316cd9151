import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'

describe.skipIf(!process.env.TEST_DATABASE_URL)('functions of the schema on PostgreSQL', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await testBackend()
  })
  afterAll(() => backend.close())

  it('all name it', async () => {
    const { rows } = await sql<{ name: string }>`select p.proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where n.nspname = current_schema() and l.lanname = 'plpgsql'
        and not coalesce(p.proconfig::text, '') like '%search_path=%'`.execute(backend.db)
    expect(rows).toEqual([])
  })

  it('find their tables without a search path, as pg_restore has none', async () => {
    const { id } = slots.bellLink
    const history = await backend.db.transaction().execute(async db => {
      await sql`set local search_path = ''`.execute(db)
      await sql`update public.slots set denomination_minor = 7, updated_at = updated_at + 1
        where id = ${id}`.execute(db)
      return sql<{ denomination_minor: number }>`select denomination_minor from public.slot_history
        where slot_id = ${id} order by valid_from desc limit 1`.execute(db)
    })
    expect(history.rows).toEqual([{ denomination_minor: 7 }])
  })
})
