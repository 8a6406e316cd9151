/** Sets of own values and their versions. Nothing is overwritten: a restore is a new version. */
import { sql } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Actor } from '../request/actor'
import type { ConfigSetsTable, SetKind } from './config.table'
import type { Owner } from './owners.service'
import type { SettingValue } from './setting.contract'

export type Values = Record<string, SettingValue>
export interface StoredSet {
  version: number
  values: Values
  changedAt: number | null
  changedBy: string | null
}

export const EMPTY: StoredSet = { version: 0, values: {}, changedAt: null, changedBy: null }

export async function readSet(db: Db, kind: SetKind, id: string): Promise<StoredSet> {
  const row = await db
    .selectFrom('config_sets')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', id)
    .executeTakeFirst()
  return row ? fromRow(row) : EMPTY
}

/** Of several owners, by `kind id`. */
export async function readSets(
  db: Db,
  wanted: readonly { kind: SetKind; id: string }[],
): Promise<Map<string, StoredSet>> {
  if (wanted.length === 0) return new Map()
  const { rows } =
    await sql<ConfigSetsTable>`select s.* from ${rowsAsTable(db, { kind: 'text', id: 'text' }, wanted)} join config_sets s on s.kind = b.kind and s.owner_id = b.id`.execute(
      db,
    )
  return new Map(rows.map(row => [`${row.kind} ${row.owner_id}`, fromRow(row)]))
}

/** False: somebody else has saved since `version`, and nothing was written. In a transaction. */
export async function writeSet(
  db: Db,
  owner: Owner,
  version: number,
  values: Values,
  by: {
    actor: Pick<Actor, 'id' | 'name'>
    source: string
    restoredFrom?: number
    reason?: string | undefined
  },
  now: number,
): Promise<boolean> {
  const row: ConfigSetsTable = {
    kind: owner.kind,
    owner_id: owner.id,
    tenant_id: owner.tenant._id,
    version: version + 1,
    values_json: JSON.stringify(values),
    changed_by: by.actor.id,
    changed_by_name: by.actor.name,
    changed_at: now,
    source: by.source,
    restored_from: by.restoredFrom ?? null,
    reason: by.reason ?? null,
  }
  const { kind: _kind, owner_id: _id, tenant_id: _tenant, ...changed } = row
  const written =
    version === 0
      ? await db
          .insertInto('config_sets')
          .values(row)
          .onConflict(conflict => conflict.columns(['kind', 'owner_id']).doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('config_sets')
          .set(changed)
          .where('kind', '=', row.kind)
          .where('owner_id', '=', row.owner_id)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!written) return false
  await db.insertInto('config_versions').values(row).execute()
  if (owner.kind === 'tenant' || owner.kind === 'location' || owner.kind === 'smib')
    await keepLimits(db, owner.kind, owner.id, values)
  return true
}

/**
 * Every list needs how long a silence may be, so it is stored where their statements can read it
 * (`store/presence-limits.ts`).
 */
async function keepLimits(db: Db, kind: string, owner_id: string, values: Values): Promise<void> {
  const [stale_ms, offline_ms] = ['presence.stale', 'presence.offline'].map(key =>
    typeof values[key] === 'number' ? values[key] * 60_000 : null,
  ) as [number | null, number | null]
  if (stale_ms === null && offline_ms === null)
    await db.deleteFrom('presence_limits').where('kind', '=', kind).where('owner_id', '=', owner_id).execute()
  else
    await db
      .insertInto('presence_limits')
      .values({ kind, owner_id, stale_ms, offline_ms })
      .onConflict(conflict => conflict.columns(['kind', 'owner_id']).doUpdateSet({ stale_ms, offline_ms }))
      .execute()
}

/** Nobody needs more; the audit log has all. */
const MOST_VERSIONS = 100

/** Newest first. */
export const readVersions = (db: Db, kind: SetKind, id: string): Promise<ConfigSetsTable[]> =>
  db
    .selectFrom('config_versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', id)
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS + 1)
    .execute()

/** The values of one version; of version 0, none; undefined where there never was one. */
export async function valuesAt(
  db: Db,
  kind: SetKind,
  id: string,
  version: number,
): Promise<Values | undefined> {
  if (version === 0) return {}
  const row = await db
    .selectFrom('config_versions')
    .select('values_json')
    .where('kind', '=', kind)
    .where('owner_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && valuesFrom(row.values_json)
}

export const valuesFrom = (text: string): Values => JSON.parse(text) as Values

const fromRow = (row: ConfigSetsTable): StoredSet => ({
  version: row.version,
  values: valuesFrom(row.values_json),
  changedAt: row.changed_at,
  changedBy: row.changed_by_name,
})
