/**
 * One tenant's month, straight from 250,000 readings: the heaviest question that a report may ask. The loop must not
 * notice.
 */
import { sql } from 'kysely'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipelined } from '../../backend/platform/db/bulk'
import { insertReadings, type SlotReading } from '../../backend/telemetry/judgement/counter-readings'
import { hourOf } from '../../backend/telemetry/readings/gaming-hours.service'
import { mainNames } from '../../backend/telemetry/readings/meters.contract'
import { locations, slots, smibs, tenants } from '../people'
import { testBackend } from '../support/backend'
import { report } from './report'

const backend = await testBackend()
const start = Date.UTC(2026, 1, 1)
const rows = 250_000
for (let from = 0; from < rows; from += 1000) {
  const readings = Array.from({ length: 1000 }, (_, offset): SlotReading => {
    const number = from + offset
    const at = start + number * 10_000
    return {
      place: {
        slotId: slots.bellLink.id,
        locationId: locations.cluj.id,
        tenantId: tenants.carpathia.id,
        day: new Date(at).toISOString().slice(0, 10),
        hour: hourOf(at),
        at,
        denomination: 1,
        currency: 'RON',
      },
      at,
      nano: 0,
      seq: number,
      smib: smibs.bellLink.id,
      run: 0,
      game: number % 300,
      values: mainNames.map(() => number * 7),
      more: null,
      repairs: {},
      held: null,
      isNew: true,
    }
  })
  await backend.db.transaction().execute(tx => pipelined(tx, insertReadings(tx, readings)))
}

const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()
const from = performance.now()
const { rows: days } = await sql`
  select game_nr, gaming_day, ${sql.join(mainNames.map(meter => sql`max(${sql.ref(meter)}) - min(${sql.ref(meter)})`))}
  from counter_readings where tenant_id = ${tenants.carpathia.id} group by game_nr, gaming_day`.execute(
  backend.db,
)
const took = performance.now() - from
loop.disable()
console.log(`        the aggregate itself took ${took.toFixed(0)} ms for ${days.length} rows`)
report({
  name: 'longest event-loop gap during a tenant-month aggregate',
  value: loop.max / 1e6,
  unit: 'ms',
  limit: 50,
})
await backend.close()
