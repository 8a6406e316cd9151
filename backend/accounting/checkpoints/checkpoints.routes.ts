import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { readingStateOf } from '../../platform/contract/presence'
import { allows } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { streamSubjects } from '../../platform/contract/stream'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import type { ListContext } from '../../platform/http/crud'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { mainNames } from '../../telemetry/readings/meters.contract'
import { isOfType } from '../../telemetry/streams/stream-conditions'
import { common } from '../../telemetry/streams/stream-request'
import { namesOf } from '../../telemetry/streams/stream-names'
import { stream } from '../../telemetry/streams/streams.routes'
import {
  checkpointAnswer,
  checkpointRow,
  checkpointsContract,
  makeCheckpoint,
  type CheckpointAnswer,
  type CheckpointRow,
} from './checkpoints.contract'
import { checkpoint } from './checkpoints.service'
import type { CheckpointsTable } from './checkpoints.table'

export function register(api: Api): void {
  stream<CheckpointsTable>(api, {
    table: 'checkpoints',
    columns: {},
    own: { type: isOfType('checkpoints') },
    names: { type: 'type', resourceId: 'id' },
    takes: {
      ...common,
      row: checkpointRow,
      filters: checkpointsContract.filters,
      aliases: checkpointsContract.aliases,
    },
    path: '/api/checkpoints/v1/checkpoints',
    summary: 'Meters of slots at the ends of gaming days and at chosen moments, newest first',
    contract: checkpointsContract,
    permission: checkpointsContract.permissions.list,
    demand: demandCheckpointsOf,
    present,
  })
  api.endpoint(
    {
      method: 'GET',
      path: '/api/checkpoints/v1/checkpoint/:id',
      family: 'checkpoints',
      summary: 'One checkpoint with all its meters, and the one of its slot before it',
      permission: checkpointsContract.permissions.list,
      params: z.object({ id }),
      response: checkpointAnswer,
    },
    ({ db, scope, params }) => readCheckpoint(db, scope, params.id),
  )
  api.endpoint(
    {
      method: 'POST',
      path: '/api/checkpoints/v1/checkpoint',
      family: 'checkpoints',
      summary: 'Store the meters of a slot, or of all slots of a location, as they are now',
      permission: 'slot::enter_meters',
      body: makeCheckpoint,
      response: z.object({ made: z.number().int(), at: z.number().int() }),
      write: true,
    },
    async ({ db, actor, scope, body: { type, id: of, reason }, now }) => {
      if (!allows(actor.permissions, `${type}::get_checkpoint`)) throw new Problem(403, 'forbidden')
      const slots = await db
        .selectFrom('slots as s')
        .innerJoin('locations as l', 'l.id', 's.location_id')
        .select(['s.id', 's.tenant_id', 'l.time_zone', 'l.gaming_day_start'])
        .where(type === 'slot' ? 's.id' : 's.location_id', '=', of)
        .where('s.archived_at', 'is', null)
        .$if(scope.tenantId !== null, query => query.where('s.tenant_id', '=', scope.tenantId ?? ''))
        .orderBy('s.id')
        .execute()
      const [first] = slots
      if (!first) throw new Problem(404, 'not_found')
      const gamingDay = gamingDayOf(now, first.time_zone, first.gaming_day_start)
      const moment = { at: now, kind: 'hand', gamingDay, reason, madeBy: actor.name } as const
      const made = await checkpoint(
        db,
        slots.map(slot => slot.id),
        moment,
        now,
      )
      await recordChange(
        db,
        actor,
        {
          entity: type,
          id: of,
          tenantId: first.tenant_id,
          action: 'checkpoint',
          before: null,
          after: { reason, made },
        },
        now,
      )
      return { made, at: now }
    },
  )
}

/** Throws 404 for what is not there or not in scope. */
async function readCheckpoint(db: Db, { tenantId }: Scope, id: string): Promise<CheckpointAnswer> {
  const row = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  const before = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('slot_id', '=', row.slot_id)
    .where('server_time', '<', row.server_time)
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [checkpoint, previous] = await present(db, before ? [row, before] : [row])
  if (!checkpoint) throw new Problem(404, 'not_found')
  const collection = await db
    .selectFrom('collector_checkpoints')
    .select(['id as _id', 'number as name'])
    .where('slot_id', '=', row.slot_id)
    .where('closing_checkpoint_id', '=', id)
    .executeTakeFirst()
  return { checkpoint, previous: previous ?? null, collection: collection ?? null }
}

async function present(db: Db, rows: CheckpointsTable[]): Promise<CheckpointRow[]> {
  const name = await namesOf(db, rows)
  return rows.map(row => {
    const meters = JSON.parse(row.meters) as Record<string, [value: number, at: number]>
    return {
      _id: row.id,
      ...name(row),
      received_at: row.received_at,
      message_seq_nr: row.message_seq_nr,
      kind: row.kind,
      gaming_day: row.gaming_day,
      reason: row.reason,
      made_by: row.made_by,
      reading_time: row.reading_time,
      reading_age: row.server_time - row.reading_time,
      reading_state: readingStateOf(row.server_time - row.reading_time),
      denomination: { minor: row.denomination_minor, currency: row.currency as 'RON' },
      ...(Object.fromEntries(mainNames.map(meter => [meter, meters[meter]?.[0] ?? null])) as Pick<
        CheckpointRow,
        (typeof mainNames)[number]
      >),
      earlier: Object.fromEntries(
        Object.entries(meters).flatMap(([meter, [, at]]) => (at < row.reading_time ? [[meter, at]] : [])),
      ),
    }
  })
}

/** Ruling 18: whose checkpoints they are, their permission. */
function demandCheckpointsOf({ body, actor }: ListContext): void {
  const isOfOne = body.id !== undefined || body.exactFields.includes('resourceId')
  const at = body.exactFields.indexOf('type')
  const named =
    at < 0 ? (isOfOne && body.type === undefined ? ['tenant'] : []) : [body.exactValues[at]].flat()
  for (const type of streamSubjects) {
    const isMeant = body.exactFields.includes(type) || body.type === type || named.includes(type)
    if (isMeant && !allows(actor.permissions, `${type}::get_checkpoint`)) throw new Problem(403, 'forbidden')
  }
}
