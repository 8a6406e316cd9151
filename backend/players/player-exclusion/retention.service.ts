/**
 * What is removed when its time is over, each day: scans after 30 days, exclusions and blacklist entries five years
 * after their end, and then people of whom nothing is left. The audit log keeps how much went and up to when, never
 * whom. What a rotation of the key that was stopped has left follows here.
 */
import { sql, type RawBuilder } from 'kysely'
import { DateTime } from 'luxon'
import { recordChange } from '../../platform/audit/audit.service'
import { HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { repeat } from '../../platform/tasks/watch.service'
import { systemActor } from '../../platform/request/actor'
import { SCAN_RETENTION_MS } from './scan-retention'
import { renewHashes } from './key-rotation.service'

export const TERM_RETENTION_YEARS = 5
/** Rows a statement: other writers wait no longer than for these. */
const PIECE = 2_000
const FAILED = 'what is past its time was not removed'

/** Now and each hour: a day that the program was off is caught up with. */
export const startRetention = (deps: Deps): { stop(): Promise<void> } =>
  repeat(deps, {
    afterMs: 0,
    everyMs: HOUR_MS,
    failed: FAILED,
    async turn(signal) {
      await removePast(deps, deps.clock(), signal)
      if (!signal.aborted) await renewHashes(deps.db, deps.clock(), signal)
    },
  })

/** Returns how many rows went. Several backends may do it at once; `signal` ends it between two pieces. */
export async function removePast(
  deps: Pick<Deps, 'db' | 'log'>,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const scans = now - SCAN_RETENTION_MS
  const terms = DateTime.fromMillis(now, { zone: 'utc' }).minus({ years: TERM_RETENTION_YEARS }).toMillis()
  const ended = sql<boolean>`t.valid_to <= ${terms}`
  const rules: [table: Table, entity: string, past: RawBuilder<boolean>, before: number][] = [
    ['player_scans', 'player_scan', sql<boolean>`t.created_at <= ${scans}`, scans],
    // They say when somebody came, as scans do.
    ['inside_alerts', 'inside_alert', sql<boolean>`t.found_at <= ${scans}`, scans],
    ['self_exclusions', 'self_exclusion', ended, terms],
    ['blacklists', 'blacklist', ended, terms],
    ['onjn_exclusions', 'onjn_exclusion', sql<boolean>`t.removed_at <= ${terms}`, terms],
    // A person whom no stored entry excludes needs no picture: five years after an exclusion's end, or from the
    // start.
    [
      'player_pictures',
      'player_picture',
      sql<boolean>`t.added_at <= ${scans} and not exists (select 1 from self_exclusions e where e.player_id = t.player_id)
        and not exists (select 1 from blacklists b where b.player_id = t.player_id)
        and not exists (select 1 from player_documents d join onjn_exclusions o on o.tenant_id = d.tenant_id and o.hash = d.hash
          where d.player_id = t.player_id)`,
      scans,
    ],
    // A person with nothing left, who was not seen for as long: their record has no purpose any more.
    [
      'players',
      'player',
      sql<boolean>`t.updated_at <= ${terms} and not exists (select 1 from self_exclusions e where e.player_id = t.id)
        and not exists (select 1 from blacklists b where b.player_id = t.id)`,
      terms,
    ],
  ]
  let removed = 0
  for (const [table, entity, past, before] of rules) {
    if (signal?.aborted) break
    const tenants = await tenantsWith(
      deps.db,
      sql`select distinct t.tenant_id from ${sql.table(table)} t where ${past}`,
    )
    removed += await tenantByTenant(deps, tenants, {
      failed: FAILED,
      isOver: () => signal?.aborted === true,
      async work(tenantId) {
        let gone = 0
        for (let went = PIECE; went === PIECE && !signal?.aborted; gone += went)
          went = await deps.db
            .transaction()
            .execute(trx => removePiece(trx as Db, { tenantId, table, entity, past, before, now }))
        return gone
      },
    })
  }
  return removed
}

type Table =
  | 'player_scans'
  | 'inside_alerts'
  | 'player_pictures'
  | 'self_exclusions'
  | 'blacklists'
  | 'onjn_exclusions'
  | 'players'
interface Piece {
  tenantId: string
  table: Table
  entity: string
  past: RawBuilder<boolean>
  before: number
  now: number
}

async function removePiece(db: Db, { tenantId, table, entity, past, before, now }: Piece): Promise<number> {
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(table)} t
    where t.tenant_id = ${tenantId} and ${past} order by t.id limit ${PIECE}`.execute(db)
  if (rows.length === 0) return 0
  const ids = rows.map(row => row.id)
  if (table === 'players')
    for (const theirs of ['player_documents', 'player_pictures'] as const)
      await db.deleteFrom(theirs).where('player_id', 'in', ids).execute()
  await sql`delete from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)
  const change = { entity, id: tenantId, tenantId, action: 'retention', before: null }
  await recordChange(db, systemActor, { ...change, after: { removed: ids.length, until: before } }, now)
  return ids.length
}
