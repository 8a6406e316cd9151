/** Gives SMIBs their effective configuration, and keeps what they took and what they say they run. */
import { sql } from 'kysely'
import type { Seal } from '../../platform/secrets/sealed.service'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { speaksFor, type Scope } from '../../platform/request/actor'
import type { BoardConfigAnswer } from './smib-config.contract'
import { recordFirmware } from '../firmware/reported-firmware.service'
import { writeSystemEvents, type SystemEvent } from './system-events.service'
import { smibSettings } from '../../platform/layered-settings/smib-settings.contract'
import { effectiveValues, versionOf } from '../../platform/layered-settings/smib-state'
import type { BoardConfigsTable } from '../../platform/layered-settings/config.table'
import { layersFrom } from '../../platform/layered-settings/config.service'
import { ownersOf } from '../../platform/layered-settings/owners.service'
import { EMPTY, readSets, type Values } from '../../platform/layered-settings/sets'
import { settingsOf } from '../../platform/layered-settings/setting.contract'

export interface Asking {
  smib_id: string
  config_version: string | null
  firmware?: string | undefined
}

/** An unchanged SMIB's requests are recorded this often. Milliseconds. */
const NOTE_EVERY_MS = 5 * 60_000

const secrets = settingsOf(smibSettings)
  .filter(setting => setting.kind === 'secret')
  .map(setting => setting.key)

/** In a transaction. */
export async function giveConfigs(
  db: Db,
  scope: Scope,
  asking: readonly Asking[],
  seal: Seal,
  now: number,
): Promise<BoardConfigAnswer> {
  const running = new Map(asking.map(one => [one.smib_id, one.config_version]))
  const standing = await db
    .selectFrom('smibs')
    .select(['id', 'tenant_id', 'location_id'])
    .where('mac', 'in', [...running.keys()])
    .where('archived_at', 'is', null)
    .execute()
  const found = standing.filter(row => speaksFor(scope, row))
  const owners = await ownersOf(
    db,
    scope,
    'smib',
    found.map(row => row.id),
  )
  const wanted = new Map(
    owners
      .flatMap(owner => [{ kind: 'smib' as const, id: owner.id }, ...owner.parents])
      .map(({ kind, id }) => [`${kind} ${id}`, { kind, id }]),
  )
  const sets = await readSets(db, [...wanted.values()])
  const before = new Map(
    (
      await boardRows(
        db,
        owners.map(owner => owner.id),
      )
    ).map(row => [row.smib_id, row]),
  )
  const configs: BoardConfigAnswer['configs'] = []
  const rows: BoardConfigsTable[] = []
  const events: SystemEvent[] = []
  for (const owner of owners) {
    const values = effectiveValues(
      layersFrom(owner, sets.get(`smib ${owner.id}`) ?? EMPTY, sets),
      owner.currency,
    )
    const version = versionOf(values)
    const runs = running.get(owner.name) ?? null
    configs.push({
      smib_id: owner.name,
      config_version: version,
      values: runs === version ? null : opened(values, seal),
    })
    const old = before.get(owner.id)
    const row: BoardConfigsTable = {
      smib_id: owner.id,
      tenant_id: owner.tenant._id,
      asked_at: now,
      taken_version: version,
      taken_at: old?.taken_version === version ? old.taken_at : now,
      running_version: runs,
      running_since: runs === null ? null : old?.running_version === runs ? old.running_since : now,
    }
    const changed = row.taken_version !== old?.taken_version || row.running_version !== old?.running_version
    if (changed || now - (old?.asked_at ?? 0) >= NOTE_EVERY_MS) rows.push(row)
    // The first asking only tells what had always stood; later ones carry a change.
    if (old && row.taken_version !== old.taken_version && owner.locationId) {
      events.push({
        code: 'config_pushed',
        at: now,
        tenantId: owner.tenant._id,
        locationId: owner.locationId,
        slotId: owner.slot?._id ?? null,
        smibId: owner.id,
      })
    }
  }
  await insertMany(
    db,
    'board_configs',
    columns,
    rows,
    sql`(smib_id) do update set taken_version = excluded.taken_version, taken_at = excluded.taken_at,
    running_version = excluded.running_version, running_since = excluded.running_since, asked_at = excluded.asked_at`,
  )
  await writeSystemEvents(db, events, now)
  const reported = new Map(asking.map(one => [one.smib_id, one.firmware]))
  await recordFirmware(
    db,
    owners.flatMap(({ id, name, tenant }) => {
      const firmware = reported.get(name)
      return firmware === undefined ? [] : [{ smibId: id, tenantId: tenant._id, firmware }]
    }),
    now,
  )
  const known = new Set(configs.map(one => one.smib_id))
  return { configs, unknown: [...running.keys()].filter(mac => !known.has(mac)) }
}

const boardRows = (db: Db, ids: readonly string[]): Promise<BoardConfigsTable[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('board_configs').selectAll().where('smib_id', 'in', ids).execute()

/** A secret that can no longer be opened is left out: the SMIB keeps the one it has. */
function opened(values: Values, seal: Seal): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const clear = secrets.includes(key) ? seal.open(String(value)) : value
      return clear === null ? [] : [[key, clear]]
    }),
  )
}

const columns = {
  smib_id: 'text',
  tenant_id: 'text',
  taken_version: 'text',
  taken_at: 'bigint',
  running_version: 'text',
  running_since: 'bigint',
  asked_at: 'bigint',
} as const
