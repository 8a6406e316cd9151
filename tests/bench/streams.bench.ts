/**
 * Raw data by time, and the last page of a long list: 1.2 million events of one tenant, 500,000 slots, through the whole HTTP surface in process.
 * `EVENTS=10000000 SLOTS=0` for ten million events alone.
 */
import { sql } from 'kysely'
import { newId } from '../../backend/db/new-id'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { locations, slots, tenants } from '../people'
import { median, report } from './report'

const EVENTS = Number(process.env.EVENTS ?? 1_200_000)
const SLOTS = Number(process.env.SLOTS ?? 500_000)
const DAY = 24 * 3_600_000
/**
 * CPU of the whole process, database threads included, since others may share the cores. PostgreSQL works in a process of its own: there the wall
 * time counts.
 */
async function timeOf(task: () => Promise<unknown>, times = 15): Promise<number> {
  for (let warm = 0; warm < 5; warm++) await task()
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const [from, before] = [performance.now(), process.cpuUsage()]
    await task()
    const { user, system } = process.cpuUsage(before)
    taken.push(onPostgres ? performance.now() - from : (user + system) / 1000)
  }
  return median(taken)
}
const onPostgres = process.env.TEST_DATABASE_URL !== undefined
const unit = onPostgres ? 'ms (PostgreSQL)' : 'ms of CPU'

const backend = await testBackend()
const now = backend.clock()
const token = await backend.login('mihai')
const everything = await backend.login('ana')

const model = await backend.db
  .selectFrom('locations')
  .selectAll()
  .where('id', '=', locations.cluj.id)
  .executeTakeFirstOrThrow()
const halls = Array.from({ length: 14 }, (_, number) => ({
  ...model,
  id: newId(),
  code: `H-${number}`,
  name: `Hall ${number}`,
}))
await backend.db.insertInto('locations').values(halls).execute()

/** Common ones, warnings, alarms, and one that comes a few times a year: in these parts of ten thousand. */
const codes = [
  ['7E', 'play', 'info', 9_900],
  ['28', 'tilt', 'warning', 95],
  ['11', 'door', 'alarm', 4],
  ['7A', 'memory', 'alarm', 1],
] as const
const codeOf = (column: 0 | 1 | 2) => {
  let below = 0
  return sql.raw(
    `case ${codes.map(code => `when (n % 10000) * 7919 % 10000 < ${(below += code[3])} then '${code[column]}'`).join(' ')} end`,
  )
}
const smibOf = (nr: string) =>
  sql.raw(`substr('b00000000000000000000000', 1, 24 - length('' || ${nr})) || ${nr}`)
const SMIB = 'b00000000000000000000017'
const STEP_MS = Math.floor((60 * DAY) / EVENTS)
for (let from = 0; from < EVENTS; from += 200_000)
  await sql`
    insert into events (id, tenant_id, location_id, slot_id, smib_id, code, category, severity, server_time, server_nano, received_at, message_seq_nr, event_seq_nr, run)
    with recursive numbers (n) as (select ${sql.raw(String(from))} union all select n + 1 from numbers where n + 1 < ${sql.raw(String(from + 200_000))})
    select ${sql.raw("'e' || substr('00000000000000000000000' || n, length('' || n) + 1)")}, ${tenants.carpathia.id},
      case n % 14 ${sql.join(
        halls.map((location, at) => sql`when ${sql.raw(String(at))} then ${location.id}`),
        sql` `,
      )} end,
      ${sql.raw("substr('000000000000000000000000' || (n % 320), length('' || (n % 320)) + 1)")}, ${smibOf('(n % 320)')}, ${codeOf(0)}, ${codeOf(1)}, ${codeOf(2)},
      ${sql.raw(String(now - 60 * DAY))} + cast(n as bigint) * ${sql.raw(String(STEP_MS))}, 0, ${sql.raw(String(now))}, n, 1, 0
    from numbers`.execute(backend.db)

/** Two hundred gaps in sixty days, each at an event of its SMIB. */
const GAPS = 200
await backend.db
  .insertInto('sequence_breaks')
  .values(
    Array.from({ length: GAPS }, (_, gap) => {
      const n = Math.floor((gap * EVENTS) / GAPS)
      const at = now - 60 * DAY + n * STEP_MS
      return {
        id: newId(),
        smib_id: `b${String(n % 320).padStart(23, '0')}`,
        slot_id: String(n % 320).padStart(24, '0'),
        tenant_id: tenants.carpathia.id,
        location_id: halls[n % 14]?.id ?? '',
        kind: 'gap' as const,
        run: 0,
        from_seq: n - 2,
        to_seq: n,
        at,
        created_at: at,
        closed_at: null,
        first_seq: null,
        last_seq: null,
      }
    }),
  )
  .execute()

// As a database that has been running for a while: it knows its own figures, and which pages all may see.
const settle = () => sql`${sql.raw(onPostgres ? 'vacuum analyze' : 'analyze')}`.execute(backend.db)
await settle()

const ask = (path: string, body: object, as: string) => async () => {
  const response = await backend.request(path, { token: as, body })
  const bytes = await response.arrayBuffer()
  if (response.status !== 200 || bytes.byteLength < 120)
    throw new Error(`${path} answered ${response.status}: ${new TextDecoder().decode(bytes)}`)
}
const period = { dateStart: now - 60 * DAY, dateEnd: now, show_all: true, rowsPerPage: 50 }
const only = (field: string, value: unknown) => ({ exactFields: [field], exactValues: [value] })
for (const [name, body] of [
  ['all', {}],
  ['alarms', only('severity', 'alarm')],
  ['warnings', only('severity', 'warning')],
  ['of one kind', only('category', 'door')],
  ['of a rare code', only('code', '7A')],
  ['of a common code', only('code', '7E')],
  ['page 100', { page: 99 }],
  ['with a gap before them', only('flag', 'gap')],
  ['of one location', only('location', halls[3]?.id)],
  [
    'of one location, warnings',
    { exactFields: ['location', 'severity'], exactValues: [halls[3]?.id, 'warning'] },
  ],
  ['of one slot', only('slot', String(17).padStart(24, '0'))],
  ['of one SMIB', { smibid: SMIB }],
  ['of one SMIB, warnings', { smibid: SMIB, ...only('severity', 'warning') }],
  ['of one SMIB, a rare code', { smibid: SMIB, ...only('code', '7A') }],
  ['of one SMIB on one day', { smibid: SMIB, dateStart: now - 31 * DAY, dateEnd: now - 30 * DAY }],
] as const)
  report({
    name: `a tenant's events over 60 days, ${name}`,
    value: await timeOf(ask('/api/rawdata/v1/events', { ...period, ...body }, token)),
    unit,
    limit: 10,
  })

/** A page by its cursor costs the same wherever it is: the first, the middle and the last of 60 days, in both directions. */
const cursorAt = async (dateEnd: number) => {
  const { body } = await backend.json<{ data: { cursors: { after: string } } }>('/api/rawdata/v1/events', {
    token,
    body: { ...period, dateEnd },
  })
  return body.data.cursors.after
}
const depths: Record<string, number> = {}
for (const [name, days, side] of [
  ['the second page', 60, 'after'],
  ['the middle', 30, 'after'],
  ['the middle, backwards', 30, 'before'],
  ['close to the end', 0.5, 'after'],
] as const) {
  const cursor = await cursorAt(period.dateStart + days * DAY)
  depths[name] = await timeOf(ask('/api/rawdata/v1/events', { ...period, [side]: cursor }, token))
  report({ name: `a tenant's events by cursor, ${name}`, value: depths[name], unit, limit: 10 })
}
report({
  name: 'the dearest page by cursor against the second',
  value: Math.max(...Object.values(depths)) / (depths['the second page'] ?? 1),
  unit: '×',
  limit: 1.5,
})
report({
  name: 'resets and checkpoints of a slot',
  value: await timeOf(async () => {
    await (
      await backend.request(`/api/rawdata/v1/period-points/slot/${slots.bellLink.id}`, { token })
    ).arrayBuffer()
  }),
  unit,
  limit: 3,
})

if (SLOTS === 0) {
  await backend.close()
  process.exit(process.exitCode ?? 0)
}
const row = slotRow(newId(), 'X', 'EGT', 'cluj', now)
const columns = Object.keys(row).filter(column => !['id', 'serial', 'location_id', 'search'].includes(column))
for (let from = 0; from < SLOTS; from += 100_000)
  await sql`
    insert into slots (id, serial, search, location_id, ${sql.join(columns.map(column => sql.ref(column)))})
    with recursive numbers (n) as (select ${sql.raw(String(from))} union all select n + 1 from numbers where n + 1 < ${sql.raw(String(from + 100_000))})
    select ${sql.raw("'f' || substr('00000000000000000000000' || n, length('' || n) + 1)")}, ${sql.raw("'EGT-' || n")}, ${sql.raw("'egt-' || n")},
      case n % 14 ${sql.join(
        halls.map((location, at) => sql`when ${sql.raw(String(at))} then ${location.id}`),
        sql` `,
      )} end,
      ${sql.join(columns.map(column => sql`${sql.ref(`m.${column}`)}`))}
    from numbers cross join (select * from slots where id = ${slots.bellLink.id}) as m`.execute(backend.db)
await settle()
for (const [name, body, as] of [
  ['the first page', {}, everything],
  ['the middle page', { page: SLOTS / 100 }, everything],
  ['the last page', { page: SLOTS / 50 - 1 }, everything],
  [
    'the last page, by serial',
    { page: SLOTS / 50 - 1, sortBy: ['serial'], sortDirection: ['ASC'] },
    everything,
  ],
  ['the middle page of a tenant', { page: SLOTS / 100 }, token],
  ['page 1,301 of a tenant by serial', { page: 1_300, sortBy: ['serial'], sortDirection: ['ASC'] }, token],
  [
    'at work in the last week',
    { startDate: new Date(now - 7 * DAY).toISOString(), endDate: new Date(now).toISOString() },
    token,
  ],
] as const)
  report({
    name: `500,000 slots, ${name}`,
    value: await timeOf(async () => {
      await (
        await backend.request('/api/configuration/v1/slots', {
          token: as,
          body: { rowsPerPage: 50, ...body },
        })
      ).arrayBuffer()
    }, 10),
    unit,
    limit: 40,
  })
report({
  name: '500,000 slots, meters list',
  value: await timeOf(async () => {
    await (
      await backend.request('/api/settings/v1/mechanical-meters', { token, body: { rowsPerPage: 10 } })
    ).arrayBuffer()
  }),
  unit,
  limit: 40,
})
await backend.close()
