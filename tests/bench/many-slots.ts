/** Many slots that differ in each column a list is sorted by, made within the database out of a thousand. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../backend/platform/db/bulk'
import { newId } from '../../backend/platform/db/new-id'
import type { TestBackend } from '../support/backend'
import { slotRow } from '../support/network'

const MODELS = 1_000
const makers = ['EGT', 'Novomatic', 'Amatic', 'IGT', 'Aristocrat', 'Merkur']
const places = ['cluj', 'braila', 'porto'] as const
const HALLS = 200

export async function manySlots(
  { db, clock }: Pick<TestBackend, 'db'> & { clock: () => number },
  count: number,
): Promise<void> {
  const now = clock()
  const models = await db.selectFrom('locations').selectAll().execute()
  const halls = Array.from({ length: HALLS }, (_, nr) => ({
    ...models[nr % models.length]!,
    id: newId(),
    code: `H-${nr}`,
    code_key: `h${nr}`,
    name: `Hall ${nr}`,
  }))
  await db.insertInto('locations').values(halls).execute()
  const rows = Array.from({ length: MODELS }, (_, nr) => {
    const maker = makers[nr % makers.length] ?? 'EGT'
    const serial = `${maker.slice(0, 3).toUpperCase()}-${String(nr).padStart(4, '0')}`
    return {
      ...slotRow(newId(), serial, maker, places[nr % places.length] ?? 'cluj', now),
      location_id: halls[nr % HALLS]!.id,
      tenant_id: halls[nr % HALLS]!.tenant_id,
      asset_no: nr % 10 === 0 ? null : `A${nr}`,
      machine_type: nr % 7 === 0 ? null : `Type ${nr % 30}`,
      game_mix: nr % 5 === 0 ? null : `Mix ${nr % 40}`,
      status: nr % 50 === 0 ? 'locked' : 'active',
      last_seen_at: nr % 20 === 0 ? null : now - nr * 1_000,
      credits: nr % 3 === 0 ? null : nr,
    }
  })
  for (let from = 0; from < MODELS; from += 250)
    await db
      .insertInto('slots')
      .values(rows.slice(from, from + 250))
      .execute()
  const names = Object.keys(rows[0]!).filter(name => !(name in others))
  for (let from = 1; from < count / MODELS; from += 50) {
    const numbers = Array.from({ length: Math.min(50, count / MODELS - from) }, (_, at) => ({
      nr: from + at,
    }))
    await sql`insert into slots (${sql.join([...names, ...Object.keys(others)].map(name => sql.ref(name)))})
      select ${sql.join([...names.map(name => sql.ref(`s.${name}`)), ...Object.values(others)])}
      from ${rowsAsTable(db, { nr: 'bigint' }, numbers)} cross join slots s where s.version = 1 and length(s.serial) = 8`.execute(
      db,
    )
  }
  if (process.env.TEST_DATABASE_URL) await sql`vacuum analyze`.execute(db)
}

const nr = (digits: number) =>
  sql`substr('00000000' || b.nr, length('00000000' || b.nr) - ${sql.lit(digits - 1)})`
/** What no two slots share, and times and amounts of their own. */
const others = {
  id: sql`substr(s.id, 1, 8) || ${nr(6)} || substr(s.id, 15)`,
  serial: sql`s.serial || '-' || ${nr(4)}`,
  serial_key: sql`s.serial_key || ${nr(4)}`,
  search: sql`replace(s.search, lower(s.serial), lower(s.serial) || '-' || ${nr(4)})`,
  asset_no: sql`s.asset_no || '-' || ${nr(4)}`,
  asset_key: sql`lower(s.asset_no) || ${nr(4)}`,
  created_at: sql`s.created_at - b.nr * 60000`,
  updated_at: sql`s.updated_at - b.nr * 30000`,
  last_seen_at: sql`s.last_seen_at - b.nr`,
  credits: sql`s.credits * b.nr`,
}
