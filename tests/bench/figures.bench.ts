/**
 * Figures of a network of 14 locations with 60 slots each and a year of stored days: a location's month, its day slot
 * by slot and the closing of it, a tenant's year, the meter calendar, and an export of events. CPU of the process with
 * its database threads, in process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../backend/platform/db/new-id'
import { closeDay } from '../../backend/accounting/closing/closing.service'
import { closeDue } from '../../backend/accounting/closing/days-watch.service'
import { fillDaySums, type Filled } from '../../backend/accounting/days/day-sums.service'
import { dayOf, placeOf } from '../../backend/telemetry/gaming-days/place.service'
import { exportTask } from '../../backend/workflow/exports/export-task'
import type { DataExport } from '../../backend/workflow/exports/exports.contract'
import { dateAfter } from '../../backend/estate/locations/gaming-day.service'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { movementNames } from '../../backend/telemetry/readings/meters.contract'
import { intoDays, intoHours, type SumRow } from '../../backend/telemetry/judgement/roll-ups'
import { startRunner } from '../../backend/platform/tasks/runner'
import { locations, tenants } from '../people'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { median, report } from './report'
import { smibRow } from './smib-row'

const [HALLS, SLOTS, DAYS] = [14, 60, 365]
const HOUR = 3_600_000
// As it is shipped: telling the database's threads of a statement is a part of what each costs.
const backend = await testBackend({ threads: true })
const { db, deps } = backend
const made = backend.clock()
const tenant = tenants.carpathia.id
const today = new Date(made).toISOString().slice(0, 10)
/** Over, and open still. */
const closing = dateAfter(today, -2)
const model = await db
  .selectFrom('locations')
  .selectAll()
  .where('id', '=', locations.cluj.id)
  .executeTakeFirstOrThrow()
const halls = Array.from({ length: HALLS }, (_, nr) => ({
  ...model,
  id: newId(),
  code: `H-${nr}`,
  name: `Hall ${nr}`,
}))
await db.insertInto('locations').values(halls).execute()
const [hall = model] = halls
const macOf = (nr: number) => (0xa4_00_00_00_00_00 + nr).toString(16)
const slots = halls.flatMap((location, place) =>
  Array.from({ length: SLOTS }, (_, nr) => ({
    ...slotRow(newId(), `${place}-${nr}`, 'EGT', 'cluj', made - 400 * 24 * HOUR),
    location_id: location.id,
  })),
)
for (let from = 0; from < slots.length; from += 200)
  await db
    .insertInto('slots')
    .values(slots.slice(from, from + 200))
    .execute()
await db
  .insertInto('smibs')
  .values(slots.slice(0, SLOTS).map((slot, nr) => smibRow(macOf(nr), slot)))
  .execute()

// Two days of one location as they are told, every quarter of an hour; the year before as it is stored.
for (let quarter = -3 * 96; quarter < 0; quarter++)
  await ingest(
    deps,
    { tenantId: null },
    slots.slice(0, SLOTS).map((_, nr) => ({
      smib_id: macOf(nr),
      message_seq_nr: quarter + 1_000,
      server_time_nano: `${made + quarter * (HOUR / 4)}000000`,
      events: [{ event_seq_nr: quarter + 1_000, code: '7E' }],
      counters: [{ meters: { '0000': 1_000_000 + quarter * 100, '0001': 900_000 + quarter * 90 } }],
    })),
    { live: false },
  )
const sums = movementNames.map((_, meter) => 1_000 + meter)
const rowAt = (slot: (typeof slots)[number], at: string | number, readings: number): SumRow => [
  slot.id,
  at,
  0,
  slot.location_id,
  1,
  tenant,
  'RON',
  readings,
  ...sums,
]
for (let back = 4; back < DAYS; back++)
  for (const one of intoDays(
    db,
    slots.map(slot => rowAt(slot, dateAfter(today, -back), 96)),
  ))
    await db.executeQuery(one)
// Closed as they are once they are over, but for the newest; their sums are filled in as after an upgrade.
const closed = {
  currency: 'RON',
  state: 'closed' as const,
  sums: '{}',
  first_sums: '{}',
  slots: SLOTS,
  silent: 0,
  hours_known: SLOTS * 24,
  hours_expected: SLOTS * 24,
  held: 0,
  decided: 0,
  late: 0,
  carried: 0,
  revision: 1,
  closed_at: made,
  closed_by: null,
  reason: null,
  refreshed_at: null,
}
for (let back = 4; back < DAYS; back++)
  await db
    .insertInto('location_days')
    .values(
      halls.map(({ id }) => {
        const day = dateAfter(today, -back)
        const starts_at = Date.parse(day) + 6 * HOUR
        return {
          ...closed,
          location_id: id,
          tenant_id: tenant,
          day,
          starts_at,
          ends_at: starts_at + 24 * HOUR,
        }
      }),
    )
    .execute()
const since = Math.floor((made - 3 * 24 * HOUR) / HOUR) * HOUR
for (let back = 1; back < 35 * 24; back++)
  for (const one of intoHours(
    db,
    slots.slice(0, SLOTS).map(slot => rowAt(slot, since - back * HOUR, 4)),
  ))
    await db.executeQuery(one)

let filled: Filled | undefined = { location_id: '', day: '' }
while (filled) {
  const after: Filled = filled
  filled = await db.transaction().execute(tx => fillDaySums(tx, after))
}

/** So often before it is measured: compiling what runs for the first time is no part of what a running server costs. */
const WARM = 300
async function timeOf(task: () => Promise<unknown>, { times = 15, warm = 5 } = {}): Promise<number> {
  for (let nr = 0; nr < warm; nr++) await task()
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const before = process.cpuUsage()
    await task()
    const { user, system } = process.cpuUsage(before)
    taken.push((user + system) / 1000)
  }
  return median(taken)
}
const token = await backend.login('mihai')
const ask = (path: string, body?: object) => async () => {
  const response = await backend.request(path, { token, ...(body && { body }) })
  const text = await response.text()
  if (response.status !== 200 || text.length < 300) throw new Error(`${path}: ${response.status} ${text}`)
}
const unit = 'ms of CPU'
const month = { from: dateAfter(today, -30), to: today }
report({
  name: 'a location’s open day, slot by slot',
  value: await timeOf(ask(`/api/aggregate/v1/location/${hall.id}/day/${closing}`)),
  unit,
  limit: 100,
})

/** Each time taken back, so that it is the first closing again. */
const undone = new Error('undone')
const close = async () => {
  const place = dayOf(await placeOf(db, { tenantId: null }, hall.id), closing)
  await db
    .transaction()
    .execute(async tx => {
      if (!(await closeDay(tx, place, { by: null, reason: null }, made))) throw new Error('It was closed')
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}
report({ name: `closing a location’s day of ${SLOTS} slots`, value: await timeOf(close), unit, limit: 100 })

// As in life: what is over and past its grace is closed, and the newest days are not.
while ((await closeDue(deps)) > 0);
for (const [name, task, limit] of [
  [
    'a location’s month by day',
    ask(`/api/aggregate/v1/location/${hall.id}/report`, { ...month, by: 'day' }),
    5,
  ],
  [
    'a tenant’s year by month',
    ask(`/api/aggregate/v1/tenant/${tenant}/report`, {
      from: dateAfter(today, -364),
      to: today,
      by: 'month',
    }),
    20,
  ],
  [
    'a tenant’s year by day',
    ask(`/api/aggregate/v1/tenant/${tenant}/report`, { from: dateAfter(today, -364), to: today, by: 'day' }),
    20,
  ],
  ['the meter calendar', ask('/api/aggregate/v1/meter-calendar'), 50],
] as const)
  report({ name, value: await timeOf(task, { warm: WARM }), unit, limit })

const runner = startRunner(deps, [exportTask(backend.app.api.sources)], { pollMs: 20, stopMs: 300 })
const exports = async (path: string, body?: object) =>
  (
    await backend.json<{ data: { export: DataExport } }>(`/api/dataexport/v1${path}`, {
      token,
      ...(body && { body }),
    })
  ).body.data.export
const [from, before] = [performance.now(), process.memoryUsage().rss]
let found = await exports('/export', {
  list: 'rawdata/events',
  page: 'events',
  address: '',
  request: { dateStart: made - 5 * 24 * HOUR, dateEnd: made + HOUR },
  columns: ['server_time', 'code', 'slot', 'location', 'message_seq_nr'],
  language: 'ro',
  time_zone: 'Europe/Bucharest',
})
while (found.state !== 'done') {
  if (found.state === 'failed') throw new Error('The export failed')
  await pause(20)
  found = await exports(`/export/${found._id}`)
}
const rows = SLOTS * 3 * 96
report({
  name: `an export of ${rows} events, while this waits for it`,
  value: rows / ((performance.now() - from) / 1000),
  unit: 'rows/s',
  limit: 20_000,
  atLeast: true,
})
report({
  name: 'what the export added to memory',
  value: (process.memoryUsage().rss - before) / 1024 / 1024,
  unit: 'MB',
  limit: 60,
})
await runner.stop()
await backend.close()
