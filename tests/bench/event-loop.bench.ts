/** One tenant's month, straight from 250,000 readings: the heaviest question that a report may ask. The loop must not notice. */
import { sql } from 'kysely'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { meterCodes, type MainMeter } from '../../backend/rawdata/meters.contract'
import { locations, slots, smibs, tenants } from '../people'
import { testBackend } from '../support/backend'
import { report } from './report'
import { storedReading } from '../support/stored'

const backend = await testBackend()
const meters = Object.keys(meterCodes) as MainMeter[]
const start = Date.UTC(2026, 1, 1)
const rows = 250_000
for (let from = 0; from < rows; from += 1000) {
  await backend.db
    .insertInto('stored_readings')
    .values(
      Array.from({ length: 1000 }, (_, offset) => {
        const number = from + offset
        const at = start + number * 10_000
        return storedReading({
          smib_id: smibs.bellLink.id,
          tenant_id: tenants.carpathia.id,
          location_id: locations.cluj.id,
          slot_id: slots.bellLink.id,
          game_nr: number % 300,
          run: 0,
          message_seq_nr: number,
          server_time: at,
          server_nano: 0,
          gaming_day: new Date(at).toISOString().slice(0, 10),
          denomination_minor: 1,
          currency: 'RON',
          repairs: null,
          more: null,
          ...(Object.fromEntries(meters.map(meter => [meter, number * 7])) as Record<MainMeter, number>),
        })
      }),
    )
    .execute()
}

const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()
const from = performance.now()
const { rows: days } = await sql`
  select game_nr, gaming_day, ${sql.join(meters.map(meter => sql`max(${sql.ref(meter)}) - min(${sql.ref(meter)})`))}
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
