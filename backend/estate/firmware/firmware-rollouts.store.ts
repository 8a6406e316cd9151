import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { invalidField } from '../../platform/contract/problem'
import { absent, derived, readOnly, readOnlyRefTo, refTo, type Stored } from '../../platform/store/columns'
import { limitOf } from '../../platform/store/presence-limits'
import { defineStore } from '../../platform/store/store'
import type { Reading, WriteContext } from '../../platform/store/store-spec'
import type { BoardResult } from './firmware-boards.contract'
import { firmwareRolloutsContract } from './firmware-rollouts.contract'
import { planBoards } from './rollout-boards.service'

type Writing = WriteContext<typeof firmwareRolloutsContract>

/** Counted from the very rows that the list of its SMIBs shows, so that the two cannot disagree. */
const counts = {
  total: [],
  waiting: ['waiting'],
  under_way: ['ordered', 'taken'],
  updated: ['updated'],
  failed: ['refused', 'other'],
  silent: ['no_answer'],
  left: ['left', 'stopped'],
} as const satisfies Record<string, readonly BoardResult[]>

const seen = {
  last: sql.ref('s.last_seen_at'),
  smib: sql.ref('s.id'),
  location: sql.ref('s.location_id'),
  tenant: sql.ref('s.tenant_id'),
}

const counted = (name: string) => derived([name], row => Number(row[name] ?? 0))

export const firmwareRolloutsStore = defineStore(firmwareRolloutsContract, {
  table: 'firmware_rollouts',
  columns: {
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    firmware: refTo('firmware_id', 'firmware_versions', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    group: refTo('group_id', 'entity_groups', 'name'),
    back_of: readOnlyRefTo('back_of', 'firmware_rollouts', 'name'),
    state: readOnly('state'),
    pause: readOnly('pause'),
    wave: readOnly('wave'),
    next_wave_at: readOnly('next_wave_at'),
    total: counted('total'),
    waiting: counted('waiting'),
    under_way: counted('under_way'),
    updated: counted('updated'),
    failed: counted('failed'),
    silent: counted('silent'),
    left: counted('left'),
    offline: counted('offline'),
    versions: absent,
    created_by: readOnly('created_by'),
    started_by: readOnly('started_by'),
    started_at: readOnly('started_at'),
    finished_at: readOnly('finished_at'),
  },
  reads: {
    ...Object.fromEntries(
      Object.entries(counts).map(([name, results]) => [
        name,
        () =>
          sql`(select count(*) from firmware_boards b where b.rollout_id = t.id ${
            results.length === 0
              ? sql``
              : sql`and b.result in (${sql.join(results.map(one => sql.lit(one)))})`
          })`,
      ]),
    ),
    offline: now => sql`(select count(*) from firmware_boards b join smibs s on s.id = b.smib_id
      where b.rollout_id = t.id and b.result = 'waiting'
        and (s.last_seen_at is null or s.last_seen_at <= cast(${now} as bigint) - ${limitOf(seen, 'offline_ms')}))`,
  },
  adds: { versions: nameVersions },
  search: ({ name, created_by }) => [name, created_by] as string[],
  mayChange: demandWhole,
  prepare,
  link: planBoards,
})

async function nameVersions({ db }: Pick<Reading, 'db'>, rows: readonly Stored[]): Promise<void> {
  const ids = rows.map(({ _id }) => String(_id))
  if (ids.length === 0) return
  const { rows: found } = await sql<{ rollout: string; firmware: string | null; smibs: number }>`
    select b.rollout_id as rollout, f.firmware, count(*) as smibs
    from firmware_boards b left join smib_firmware f on f.smib_id = b.smib_id
    where b.rollout_id in (${sql.join(ids)}) group by b.rollout_id, f.firmware
    order by count(*) desc, f.firmware`.execute(db)
  for (const row of rows)
    row.versions = found
      .filter(({ rollout }) => rollout === row._id)
      .map(({ firmware, smibs }) => ({ firmware, smibs: Number(smibs) }))
}

async function prepare({ db, scope, actor, input }: Writing): Promise<Stored> {
  const firmware = await db
    .selectFrom('firmware_versions')
    .select(['tenant_id', 'archived_at'])
    .where('id', '=', input.firmware)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!firmware) throw invalidField('firmware', 'unknown')
  if (firmware.archived_at !== null) throw invalidField('firmware', 'archived')
  const { tenant_id } = firmware
  if (input.location === null && input.group === null) throw invalidField('location', 'required')
  if (input.wave_unit === 'percent' && input.wave_size > 100)
    throw invalidField('wave_size', 'too_big', { max: 100 })
  if (input.location !== null) {
    const location = await db
      .selectFrom('locations')
      .select('id')
      .where('id', '=', input.location)
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirst()
    if (!location) throw invalidField('location', 'unknown')
  }
  if (input.group !== null) {
    const group = await db
      .selectFrom('entity_groups')
      .select('id')
      .where('id', '=', input.group)
      .where('entity_type', '=', 'slot')
      .where('archived_at', 'is', null)
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirst()
    if (!group) throw invalidField('group', 'unknown')
  }
  return {
    tenant_id,
    state: 'draft',
    wave: 0,
    passed_wave: 0,
    back_of: null,
    created_by: actor.name,
  }
}
