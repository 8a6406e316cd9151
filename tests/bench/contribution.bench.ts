/**
 * What jackpots cost ingestion: the same batches, turn by turn, to a location without a jackpot and to one whose slots
 * feed three levels. CPU of the process with its database threads, in process; a ratio, so it says the same on every
 * machine.
 */
import { newId } from '../../backend/platform/db/new-id'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { locations } from '../people'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { median, report } from './report'
import { smibRow } from './smib-row'

const BOARDS = 50
const GAMES = 10
const ROUNDS = 60
const HOUR = 3_600_000
const backend = await testBackend()
const { db, deps } = backend
const base = '/api/jackpot-manager/v1'
const made = backend.clock()
const places = { plain: locations.braila.id, fed: locations.cluj.id } as const
type Place = keyof typeof places
const macOf = (place: Place, board: number) =>
  ((place === 'fed' ? 0xa2_00_00_00_00_00 : 0xa3_00_00_00_00_00) + board).toString(16)

for (const place of ['plain', 'fed'] as const) {
  const slots = Array.from({ length: BOARDS }, (_, nr) => ({
    ...slotRow(newId(made), `${place}-${nr}`, 'EGT', place === 'fed' ? 'cluj' : 'braila', made),
  }))
  await db.insertInto('slots').values(slots).execute()
  await db
    .insertInto('smibs')
    .values(slots.map((slot, nr) => smibRow(macOf(place, nr), slot, made)))
    .execute()
}
const lei = (minor: number) => ({ minor, currency: 'RON' })
async function make(path: string, body: object): Promise<string> {
  const { body: answer, status } = await backend.json(`${base}/${path}`, { as: 'mihai', body })
  if (status !== 200) throw new Error(JSON.stringify(answer))
  return (answer.data as Record<string, { _id: string }>)[path]?._id ?? ''
}
const jackpot = await make('jackpot', {
  name: 'Noroc',
  location: places.fed,
  kind: 'mystery',
  currency: 'RON',
})
for (let level = 1; level <= 3; level++)
  await make('jackpot-level', {
    jackpot,
    name: `Level ${level}`,
    position: level,
    seed: lei(20_000),
    limit: null,
    hit_from: lei(3_000_000_000),
    hit_to: lei(5_000_000_000),
    visible: 50,
    hidden: 10,
  })
await make('jackpot-source', { jackpot, name: 'Hall' })
backend.clock.advance(3 * HOUR)
const from = backend.clock()
const codes = ['0000', '0001', '0002', '0003', '0005', '0006', '000B', '0015', '0016', '0017', '0018', '000C']

/** CPU milliseconds of one batch. */
async function batch(place: Place, step: number): Promise<number> {
  const at = from + step * 1_000
  backend.clock.set(at + 500)
  const meters = Object.fromEntries(codes.map((code, nr) => [code, 1_000_000 + step * (nr + 3)]))
  const messages = Array.from({ length: BOARDS }, (_, nr) => ({
    smib_id: macOf(place, nr),
    message_seq_nr: step,
    server_time_nano: `${at}000000`,
    counters: Array.from({ length: GAMES }, (_none, game_nr) => ({ game_nr, meters })),
  }))
  const before = process.cpuUsage()
  const { refused } = await ingest(deps, { tenantId: null }, messages)
  const { user, system } = process.cpuUsage(before)
  if (refused > 0) throw new Error('A batch was refused')
  return (user + system) / 1_000
}

const taken = { plain: [] as number[], fed: [] as number[] }
for (let step = 1; step <= ROUNDS; step++)
  for (const place of step % 2 ? (['plain', 'fed'] as const) : (['fed', 'plain'] as const)) {
    const cpu = await batch(place, step)
    if (step > 15) taken[place].push(cpu)
  }
const shares = await db.selectFrom('jackpot_shares').selectAll().execute()
if (shares.length !== 3 * BOARDS || shares.some(one => Number(one.visible) <= 0))
  throw new Error('Nothing was contributed: this measures nothing')
const rows = BOARDS * GAMES
const [plain, fed] = [median(taken.plain), median(taken.fed)]
console.log(
  `        CPU a row: ${((plain / rows) * 1_000).toFixed(0)} µs without, ${((fed / rows) * 1_000).toFixed(0)} µs with three levels`,
)
report({
  name: 'what three levels add to the CPU of an ingested row, batches of 500',
  value: (fed / plain - 1) * 100,
  unit: '%',
  limit: 15,
})
await backend.close()
