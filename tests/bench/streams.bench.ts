/**
 * Raw data by time, and the last page of a long list: 1.2 million events of one tenant, 500,000 slots, through the
 * whole HTTP surface in process.
 * `EVENTS=10000000 SLOTS=0` for ten million events alone, of two tenants and 3,200 SMIBs; with `TEST_DATABASE_URL` on
 * PostgreSQL, which takes them in two minutes and 9 GB.
 */
import { sql } from 'kysely'
import { newId } from '../../backend/platform/db/new-id'
import { DAY, fillEvents, MANY, slotId, smibId } from './many-events'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { slots } from '../people'
import { median, report } from './report'

const EVENTS = Number(process.env.EVENTS ?? 1_200_000)
const SLOTS = Number(process.env.SLOTS ?? 500_000)
/**
 * CPU of the whole process, database threads included, since others may share the cores. PostgreSQL works in a process
 * of its own: there the wall time counts.
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

const filling = performance.now()
const { halls, hallOf, smibs } = await fillEvents(backend.db, EVENTS, now)
const [SMIB, SLOT, HALL] = [smibId(17), slotId(17), hallOf(17)]

// As a database that has been running for a while: it knows its own figures, and which pages all may see.
const settle = () => sql`${sql.raw(onPostgres ? 'vacuum analyze' : 'analyze')}`.execute(backend.db)
await settle()
console.log(
  `        ${EVENTS} events of ${smibs} SMIBs, filled in ${((performance.now() - filling) / 1000).toFixed(0)} s`,
)

const ask = (path: string, body: object, as: string) => async () => {
  const response = await backend.request(path, { token: as, body })
  const bytes = await response.arrayBuffer()
  const text = new TextDecoder().decode(bytes)
  // A page without rows costs little and says nothing, unless there are none.
  if (response.status !== 200 || (text.includes('"rows":[]') && !text.includes('"total":0')))
    throw new Error(`${path} answered ${response.status}: ${text}`)
}
const period = { dateStart: now - 60 * DAY, dateEnd: now, show_all: true, rowsPerPage: 50 }
const only = (field: string, value: unknown) => ({ exactFields: [field], exactValues: [value] })
// Compiling is over by then: of a program that has just started each function is slow once.
for (let warm = 0; warm < 40; warm++)
  await ask('/api/rawdata/v1/events', { ...period, ...(warm % 2 && { smibid: SMIB }) }, token)()
for (const [name, body] of [
  ['all', {}],
  ['alarms', only('severity', 'alarm')],
  ['warnings', only('severity', 'warning')],
  ['of one kind', only('category', 'door')],
  ['of a rare code', only('code', '7A')],
  ['of a common code', only('code', '7E')],
  ['page 100', { page: 99 }],
  ['with a gap before them', only('flag', 'gap')],
  ['of one location', only('location', HALL)],
  ['of one location, warnings', { exactFields: ['location', 'severity'], exactValues: [HALL, 'warning'] }],
  ['of one slot', only('slot', SLOT)],
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

/**
 * A page by its cursor costs the same wherever it is: the first, the middle and the last of 60 days, in both
 * directions.
 */
const cursorAt = async (dateEnd: number, body: object = {}) => {
  const answer = await backend.json<{ data: { cursors: { after: string | null } } }>(
    '/api/rawdata/v1/events',
    { token, body: { ...period, ...body, dateEnd } },
  )
  return answer.body.data.cursors.after
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
/** Each subject with each filter: the first page, and one in the middle where there are as many. */
if (EVENTS >= MANY)
  for (const [subject, of] of [
    ['a tenant', {}],
    ['a location', { type: 'location', id: HALL }],
    ['a SMIB', { smibid: SMIB }],
  ] as const)
    for (const [filter, by] of [
      ['all', {}],
      ['a common code', only('code', '7E')],
      ['a rare code', only('code', '7A')],
      ['warnings', only('severity', 'warning')],
      ['with a gap before them', only('flag', 'gap')],
      ['in ten days', { dateStart: now - 40 * DAY, dateEnd: now - 30 * DAY }],
      [
        'in ten days, warnings',
        { dateStart: now - 40 * DAY, dateEnd: now - 30 * DAY, ...only('severity', 'warning') },
      ],
    ] as const) {
      const body = { ...period, ...of, ...by }
      const name = `events of ${subject}, ${filter}`
      report({ name, value: await timeOf(ask('/api/rawdata/v1/events', body, token)), unit, limit: 10 })
      const after = await cursorAt((body.dateStart + body.dateEnd) / 2, { ...of, ...by })
      if (after)
        report({
          name: `${name}, in the middle`,
          value: await timeOf(ask('/api/rawdata/v1/events', { ...body, after }, token)),
          unit,
          limit: 10,
        })
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
        halls.map((location, at) => sql`when ${sql.raw(String(at))} then ${location}`),
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
