import { sql, type Kysely, type RawBuilder } from 'kysely'

/**
 * Histories of the records that there are, from the audit log where it tells of changes. The triggers of 056 note in
 * each record how new its history is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What held before the first change that anybody knows of is taken to have held always, and says so.
  await sql`insert into slot_history (tenant_id, slot_id, valid_from, origin, location_id, currency, denomination_minor, theoretical_rtp, game_mix)
    select tenant_id, id, 0, 'assumed', location_id, currency, denomination_minor, theoretical_rtp, game_mix from slots`.execute(
    db,
  )
  await sql`insert into smib_history (tenant_id, smib_id, valid_from, origin, slot_id) select tenant_id, id, 0, 'assumed', slot_id from smibs`.execute(
    db,
  )
  await sql`insert into location_rules (tenant_id, location_id, from_date, origin, time_zone, gaming_day_start)
    select tenant_id, id, '0001-01-01', 'assumed', time_zone, gaming_day_start from locations`.execute(db)
  for (const [entity, take] of [
    ['slot', slotFrom],
    ['smib', smibFrom],
  ] as const)
    await fromLog(db, entity, take)
}

type Wire = Record<string, unknown>
interface Entry {
  tenant_id: string
  seq: number
  at: number
  entity_id: string
  before_json: string
  after_json: string
}
interface Told {
  before: string
  after: string
  set(values: 'before' | 'after'): RawBuilder<unknown>
  table: string
  key: string
}

/**
 * Earlier changes, oldest first: what held before the first one held from the beginning, and each begins where it was
 * written down.
 */
async function fromLog(
  db: Kysely<unknown>,
  entity: string,
  take: (before: Wire, after: Wire) => Told | undefined,
): Promise<void> {
  const begun = new Set<string>()
  // A chain of entries is in the order of its numbers; ids of one millisecond are not.
  for (let [tenant, seq] = ['', 0]; ;) {
    const { rows } =
      await sql<Entry>`select tenant_id, seq, at, entity_id, before_json, after_json from audit_log
      where entity = ${entity} and before_json is not null and after_json is not null and (tenant_id, seq) > (${tenant}, cast(${seq} as bigint)) order by tenant_id, seq limit 500`.execute(
        db,
      )
    for (const { at, entity_id, before_json, after_json } of rows) {
      const told = take(JSON.parse(before_json) as Wire, JSON.parse(after_json) as Wire)
      if (!told || told.before === told.after) continue
      const here = sql`${sql.ref(told.key)} = ${entity_id}`
      if (!begun.has(entity_id))
        await sql`update ${sql.table(told.table)} set ${told.set('before')} where ${here} and valid_from = 0`.execute(
          db,
        )
      begun.add(entity_id)
      // A copy of the row in force, with what this entry changed.
      const columns = sql.raw(
        told.table === 'slot_history'
          ? 'tenant_id, slot_id, location_id, currency, denomination_minor, theoretical_rtp, game_mix'
          : 'tenant_id, smib_id, slot_id',
      )
      await sql`insert into ${sql.table(told.table)} (valid_from, origin, ${columns})
        select cast(${at} as bigint), 'log', ${columns} from ${sql.table(told.table)} where ${here} order by valid_from desc limit 1
        on conflict do nothing`.execute(db)
      await sql`update ${sql.table(told.table)} set ${told.set('after')} where ${here} and valid_from = ${at}`.execute(
        db,
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < 500) return
    ;[tenant, seq] = [last.tenant_id, last.seq]
  }
}

const idIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && '_id' in value && typeof value._id === 'string'
    ? value._id
    : null
const nameIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : null

/** Only whole rows tell it: a command's entry names a slot by its serial. */
function slotFrom(before: Wire, after: Wire): Told | undefined {
  const [was, is] = [heldIn(before), heldIn(after)]
  if (!was || !is) return undefined
  const told = { before: was, after: is }
  return {
    before: JSON.stringify(was),
    after: JSON.stringify(is),
    table: 'slot_history',
    key: 'slot_id',
    set: side =>
      sql.join(Object.entries(told[side]).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)),
  }
}

function heldIn(row: Wire): Wire | undefined {
  const location = idIn(row.location)
  const price = row.denomination as { minor?: unknown; currency?: unknown } | null | undefined
  if (!location || typeof price?.minor !== 'number' || typeof price.currency !== 'string') return undefined
  return {
    location_id: location,
    currency: price.currency,
    denomination_minor: price.minor,
    theoretical_rtp: typeof row.theoretical_rtp === 'number' ? row.theoretical_rtp : null,
    game_mix: nameIn(row.game_mix),
  }
}

function smibFrom(before: Wire, after: Wire): Told | undefined {
  if (!('slot' in before && 'slot' in after)) return undefined
  const told = { before: idIn(before.slot), after: idIn(after.slot) }
  return {
    before: told.before ?? '',
    after: told.after ?? '',
    table: 'smib_history',
    key: 'smib_id',
    set: side => sql`slot_id = ${told[side]}`,
  }
}
