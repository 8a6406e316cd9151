/**
 * Streams other than events, messages and counters: readings in other ways, slot data, logs, missing ranges, the time
 * log.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { instant } from '../../platform/contract/primitives'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import type { ListContext } from '../../platform/http/crud'
import { logicCounters, messageMeters, virtualCounters } from './counter-rows'
import {
  logicCountersContract,
  logicRow,
  messageMetersContract,
  meterRow,
  virtualCountersContract,
  virtualRow,
  type MeterRow,
} from './counter-streams.contract'
import { gaps, logs, slotData } from './record-rows'
import {
  errorLogsContract,
  gapRow,
  gapsContract,
  logRow,
  logsContract,
  slotDataContract,
  slotDataRow,
  timelogContract,
  timelogRow,
} from './records.contract'
import type { EventsTable } from '../readings/events.table'
import type { CounterReadingsTable } from '../readings/rawdata.table'
import type { SequenceGapsView, SlotDataTable, SmibLogsTable } from '../readings/records.table'
import { common, counterStream } from './stream-request'
import { countersEnvelope, stream } from './streams.routes'
import { readStream } from './streams.queries'
import { beginnings, beginningsOf, timelog } from './time-log'
import type { StreamFilter } from './stream-filter'

export function register(api: Api): void {
  stream<CounterReadingsTable>(api, {
    ...counterStream,
    takes: { ...counterStream.takes, row: meterRow },
    path: '/api/rawdata/v1/meters',
    summary: 'Meters of SMIBs\u2019 messages by their codes, newest first',
    contract: messageMetersContract,
    present: messageMeters,
    shape: {
      meter_ids: z.array(z.string()).max(300),
      meters: z.array(z.object({ id: z.string(), name: z.string(), unit: z.string() })).max(300),
      min_reaggregate_time: instant.nullable().optional(),
    },
    envelope: async (context, rows, _, filter) => ({
      ...metersOn(rows as MeterRow[]),
      // A page of the console has no use for it, and says which fields it has one for.
      ...(!context.body.fields && { min_reaggregate_time: await oldestOf(context, filter) }),
    }),
  })
  stream<CounterReadingsTable>(api, {
    ...counterStream,
    takes: { ...counterStream.takes, row: virtualRow },
    path: '/api/rawdata/v1/counters-virtual',
    summary: 'Virtual counters: readings with rollovers and resets repaired, newest first',
    contract: virtualCountersContract,
    present: virtualCounters,
    ...countersEnvelope,
  })
  stream<CounterReadingsTable>(api, {
    ...counterStream,
    takes: { ...counterStream.takes, row: logicRow },
    path: '/api/rawdata/v1/counters-logic',
    summary: 'Logic counters: what is computed of virtual counters, newest first',
    contract: logicCountersContract,
    present: logicCounters,
    ...countersEnvelope,
  })
  stream<SlotDataTable>(api, {
    table: 'slot_data',
    columns: {},
    names: { interfaceID: 'smibid' },
    takes: {
      ...common,
      row: slotDataRow,
      filters: slotDataContract.filters,
      aliases: slotDataContract.aliases,
      sort: ['receivedDate', 'server_time'],
      order: { by: 'receivedDate', direction: 'DESC' },
    },
    path: '/api/rawdata/v1/slotdata',
    summary: 'What SMIBs have read of their slots, last arrived first',
    contract: slotDataContract,
    present: slotData,
  })
  for (const [contract, path, summary, only] of [
    [logsContract, 'logs', 'Logs of SMIBs, SMIB by SMIB, each newest first', {}],
    [
      errorLogsContract,
      'log-errors',
      'Errors in the logs of SMIBs, SMIB by SMIB, each newest first',
      { level: ['error'] },
    ],
  ] as const)
    stream<SmibLogsTable>(api, {
      table: 'smib_logs',
      columns: {},
      only,
      takes: {
        ...common,
        row: logRow,
        filters: contract.filters,
        sort: contract.sort,
        order: { by: 'smib_id', direction: 'DESC' },
      },
      path: `/api/rawdata/v1/${path}`,
      summary,
      contract,
      permission: contract.permissions.list,
      present: logs,
    })
  stream<SequenceGapsView>(api, {
    table: 'sequence_gaps',
    columns: {},
    own: {
      state: states =>
        sql`(${sql.join(
          states.map(state => (state === 'open' ? sql`closed_at is null` : sql`closed_at is not null`)),
          sql` or `,
        )})`,
    },
    takes: { ...common, row: gapRow, filters: gapsContract.filters },
    path: '/api/rawdata/v1/gaps',
    summary: 'Missing message numbers, and what filled them, newest first',
    contract: gapsContract,
    present: gaps,
  })
  stream<EventsTable>(api, {
    table: 'events',
    columns: {},
    only: { code: beginnings },
    own: {
      kind: kinds => sql`events.code in (${sql.join(beginningsOf(kinds))})`,
      type: types => {
        // Whatever happens does so in a location of a tenant.
        if (types.includes('location') || types.includes('tenant')) return sql`1 = 1`
        const ways = types.map(type =>
          type === 'smib' ? sql`events.code = 'smib_offline'` : sql`events.code <> 'smib_offline'`,
        )
        return sql`(${sql.join(ways, sql` or `)})`
      },
    },
    names: { start_time: 'dateStart', end_time: 'dateEnd', type: 'type', resourceId: 'id' },
    takes: { ...common, row: timelogRow, filters: timelogContract.filters, aliases: timelogContract.aliases },
    path: '/api/timelog/v1/timelog',
    summary: 'Time log: spans of silence, lost power, open doors and handpays, newest first',
    contract: timelogContract,
    permission: timelogContract.permissions.list,
    demand: demandTimelogOf,
    present: timelog,
  })
}

/** Codes on the page, in their order, and what each is. */
function metersOn(rows: readonly MeterRow[]) {
  const known = new Map(rows.flatMap(row => row.meters_uint.map(({ id, details }) => [id, details] as const)))
  const meters = [...known].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    meter_ids: meters.map(([id]) => id),
    meters: meters.map(([id, { name, unit }]) => ({ id, name, unit })),
  }
}

/**
 * Days and hours can be computed again from here on: the oldest stored reading of the requested slots, whatever the
 * period.
 */
async function oldestOf({ db, scope }: ListContext, filter: StreamFilter): Promise<number | null> {
  const { rows } = await readStream(db, scope, {
    ...filter,
    from: null,
    to: null,
    direction: 'asc',
    limit: 1,
    offset: 0,
    cursor: null,
  })
  return rows[0]?.server_time ?? null
}

/** Ruling 18: whose time log it is, their permission. */
function demandTimelogOf({ body, actor }: ListContext): void {
  const at = body.exactFields.indexOf('type')
  const types = [
    body.type ?? (body.id === undefined ? undefined : 'tenant'),
    at < 0 ? undefined : String(body.exactValues[at]),
    ...(['smib', 'slot', 'location', 'tenant'] as const).filter(type => body.exactFields.includes(type)),
  ]
  for (const type of types)
    if (type !== undefined && !allows(actor.permissions, `${type}::get_timelog` as 'slot::get_timelog'))
      throw new Problem(403, 'forbidden')
}
