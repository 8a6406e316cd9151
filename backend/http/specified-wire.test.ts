/** The API as somebody asks it who has read the specification alone, sections 3 and 7: each name there narrows what is answered, or is refused by its name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../tests/people'
import { fullLists, type FullLists } from '../../tests/support/full-lists'

let full: FullLists
beforeAll(async () => {
  full = await fullLists()
})
afterAll(() => full.backend.close())

const ask = async (path: string, body?: unknown, as: Person = 'ana', method?: string) => {
  const answer = await full.backend.json(`/api/${path}`, {
    as,
    ...(body !== undefined && { body }),
    ...(method && { method }),
  })
  return { ...answer.body, status: answer.status }
}
const list = async (path: string, body: object = {}) => {
  const { status, data, error } = await ask(path, { rowsPerPage: 500, ...body })
  return { status, rows: data?.rows ?? [], total: data?.total ?? 0, data, fields: error?.fields }
}
const NOBODY = 'f'.repeat(24)
const of = (row: Record<string, unknown>, member: string) => (row[member] as { _id: string } | null)?._id

/** List, member, a value that some rows have, and what of a row it is. */
const cases: readonly [
  path: string,
  member: string,
  right: unknown,
  wrong: unknown,
  matches: (row: Record<string, unknown>) => boolean,
  beside?: object,
][] = [
  ['aggregations/v1/query', 'gameId', 0, 'x', row => row.game_nr === 0 || row.game_nr === null],
  [
    'aggregations/v1/query',
    'resourceId',
    slots.bellLink.id,
    'x',
    row => of(row, 'slot') === slots.bellLink.id,
    { type: 'slot' },
  ],
  [
    'aggregations/v1/query',
    'locationIds',
    [locations.porto.id],
    'x',
    row => of(row, 'location') === locations.porto.id,
  ],
  [
    'aggregations/v1/query',
    'tenantIds',
    [tenants.lusitania.id],
    ['x'],
    row => of(row, 'tenant') === tenants.lusitania.id,
  ],
  ['aggregations/v1/raw', 'granulation', 'hour', 'year', row => row.granulation === 'hour'],
  ['rawdata/v1/counters', 'gameNr', 1, 'one', row => row.game_nr === 1],
  ['rawdata/v1/counters', 'meterId', '0000', 7, () => true],
  [
    'timelog/v1/timelog',
    'resourceId',
    slots.bellLink.id,
    'x',
    row => of(row, 'slot') === slots.bellLink.id,
    { type: 'slot' },
  ],
  [
    'checkpoints/v1/checkpoints',
    'resourceId',
    slots.bellLink.id,
    'x',
    row => of(row, 'slot') === slots.bellLink.id,
    { type: 'slot' },
  ],
  [
    'fiscal-reports/v1/daily-reports',
    'locationId',
    locations.cluj.id,
    'x',
    row => of(row, 'location') === locations.cluj.id,
  ],
  [
    'player-exclusion-processor/v1/player-scans',
    'location_id',
    locations.cluj.id,
    'x',
    row => of(row, 'location') === locations.cluj.id,
  ],
]

describe('a list, asked in the specification’s words', () => {
  it.each(cases)(
    '%s takes %s: narrowed by it, or refused',
    async (path, member, right, wrong, matches, beside = {}) => {
      const found = await list(path, { ...beside, [member]: right })
      expect([found.status, found.fields]).toEqual([200, undefined])
      expect(found.total).toBeGreaterThan(0)
      expect(found.rows.filter(row => !matches(row))).toEqual([])
      const refused = await list(path, { ...beside, [member]: wrong })
      expect(refused.status).toBe(422)
      expect(new Set(Object.keys(refused.fields ?? {}).map(name => name.split('.')[0]))).toEqual(
        new Set([member]),
      )
    },
  )

  it('finds nothing of what is nowhere', async () => {
    for (const [path, member, beside] of [
      ['aggregations/v1/query', 'resourceId', { type: 'location' }],
      ['aggregations/v1/query', 'locationIds', {}],
      ['aggregations/v1/query', 'tenantIds', {}],
      ['timelog/v1/timelog', 'resourceId', { type: 'smib' }],
      ['checkpoints/v1/checkpoints', 'resourceId', { type: 'tenant' }],
      ['jackpot-manager/v1/jackpot-wins', 'resourceId', {}],
      ['fiscal-reports/v1/daily-reports', 'locationId', {}],
      ['player-exclusion-processor/v1/player-scans', 'location_id', {}],
    ] as const) {
      expect((await list(path, beside)).status, path).toBeLessThan(423)
      const { status, total } = await list(path, { ...beside, [member]: NOBODY })
      expect([status, total], `${path} ${member}`).toEqual([200, 0])
    }
  })

  it('of a resource says of which kind, or is refused', async () => {
    for (const path of ['aggregations/v1/query', 'timelog/v1/timelog', 'checkpoints/v1/checkpoints']) {
      const { status, fields } = await list(path, { resourceId: slots.bellLink.id })
      expect([status, fields], path).toEqual([422, { type: [{ code: 'required' }] }])
    }
  })

  it('says a thing once', async () => {
    const { status, fields } = await list('fiscal-reports/v1/daily-reports', {
      locationId: locations.cluj.id,
      exactFields: ['location'],
      exactValues: [locations.cluj.id],
    })
    expect([status, fields]).toEqual([422, { locationId: [{ code: 'repeated' }] }])
  })

  it('takes its filters as exactFields and exactValues, too, and its file does', async () => {
    const exact = { exactFields: ['locationId'], exactValues: [locations.cluj.id] }
    const named = await list('fiscal-reports/v1/daily-reports', { locationId: locations.cluj.id })
    expect(named.total).toBeGreaterThan(0)
    expect((await list('fiscal-reports/v1/daily-reports', exact)).total).toBe(named.total)
    const { data } = await ask('dataexport/v1/expected', {
      list: 'fiscal-reports/daily-reports',
      request: exact,
    })
    expect(data.total).toBe(named.total)
    const none = { exactFields: ['locationId'], exactValues: [NOBODY] }
    expect(
      (await ask('dataexport/v1/expected', { list: 'fiscal-reports/daily-reports', request: none })).data
        .total,
    ).toBe(0)
  })

  it('gives aggregations as data with their total_aggregation, of the columns that were asked for', async () => {
    const day = { timeRange: 'now-30d', tenantIds: [tenants.carpathia.id] }
    const { data, rows } = await list('aggregations/v1/query', { ...day, columns: ['slot', 'coin_in'] })
    expect(data.data).toEqual(rows)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['_id', 'coin_in', 'slot'])
    const sum = (given: unknown) =>
      (given as { coin_in: { minor: number } }[]).reduce((all, row) => all + row.coin_in.minor, 0)
    const whole = await list('aggregations/v1/query', day)
    expect(whole.total).toBeGreaterThan(1)
    expect(sum(whole.data.total_aggregation)).toBe(sum(whole.rows))
    expect(sum(whole.rows)).toBeGreaterThan(0)
    const refused = await list('aggregations/v1/query', { columns: ['password'] })
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['columns']])
  })

  it('narrows a jackpot’s history by whatever its resourceId is of', async () => {
    const all = await list('jackpot-manager/v1/jackpot-wins')
    const [win] = all.rows
    for (const member of ['jackpot', 'level', 'tenant', 'location', 'slot']) {
      const id = of(win ?? {}, member) ?? ''
      const { rows, total } = await list('jackpot-manager/v1/jackpot-wins', { resourceId: id })
      expect(total, member).toBe(all.rows.filter(row => of(row, member) === id).length)
      expect(rows.every(row => of(row, member) === id)).toBe(true)
    }
    expect((await list('jackpot-manager/v1/jackpot-wins', { resourceId: 'x' })).fields).toHaveProperty(
      'resourceId',
    )
  })

  it('takes the months from date_start to date_end', async () => {
    const all = await list('fiscal-reports/v1/monthly-reports', { date_start: '1970-01-01T00:00:00Z' })
    expect([all.status, all.total > 0]).toEqual([200, true])
    const none = await list('fiscal-reports/v1/monthly-reports', {
      date_start: '1970-01-01T00:00:00Z',
      date_end: '1970-02-01T00:00:00Z',
    })
    expect([none.status, none.total]).toEqual([200, 0])
    const { fields } = await list('fiscal-reports/v1/monthly-reports', { date_start: 'yesterday' })
    expect(Object.keys(fields ?? {})).toEqual(['date_start'])
    const turned = { date_start: '2026-03-01T00:00:00Z', date_end: '2026-02-01T00:00:00Z' }
    expect((await list('fiscal-reports/v1/monthly-reports', turned)).fields).toEqual({
      date_end: [{ code: 'not_after_start' }],
    })
  })

  it('takes start_time and end_time of the time log', async () => {
    const none = { start_time: Date.UTC(1990, 0, 1), end_time: Date.UTC(1990, 0, 2) }
    expect((await list('timelog/v1/timelog', none)).total).toBe(0)
    expect((await list('timelog/v1/timelog', { start_time: 'noon' })).fields).toHaveProperty('start_time')
  })
})

describe('a path of the specification', () => {
  const v1 = 'fiscal-reports/v1'
  it('lists daily reports, and the months of a location', async () => {
    const ours = await list(`${v1}/daily-reports`)
    expect((await list(`${v1}/list`)).rows).toEqual(ours.rows)
    const [month] = (await list(`${v1}/monthly-reports`)).rows
    const location = of(month ?? {}, 'location') ?? ''
    const { rows } = await list(`${v1}/list-monthly-reports/${location}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(row => of(row, 'location') === location)).toBe(true)
    expect((await ask(`${v1}/list-monthly-reports/${NOBODY}`, {})).status).toBe(404)
    expect((await ask(`${v1}/list-monthly-reports/${locations.porto.id}`, {}, 'mihai')).status).toBe(404)
    expect((await ask(`${v1}/list-monthly-reports/${location}`, {}, 'nora')).status).toBe(403)
    const twice = await ask(`${v1}/list-monthly-reports/${location}`, { locationId: location })
    expect([twice.status, Object.keys(twice.error.fields)]).toEqual([422, ['locationId']])
    const unknown = await ask(`${v1}/list-monthly-reports/${location}`, { colour: 'red' })
    expect([unknown.status, Object.keys(unknown.error.fields)]).toEqual([422, ['colour']])
  })

  it('validates a day, and gives its report as validated from then on, and no draft', async () => {
    const drafts = (await list(`${v1}/list`, { exactFields: ['state'], exactValues: ['draft'] })).rows
    const [draft] = drafts.sort((a, b) => (String(a.report_date) < String(b.report_date) ? -1 : 1))
    const id = String(draft?._id)
    expect((await ask(`${v1}/validated-report/${id}`)).status).toBe(404)
    expect((await ask(`${v1}/validated-report/${NOBODY}`)).status).toBe(404)
    expect((await ask(`${v1}/validate/${id}`, { id: NOBODY })).status).toBe(422)
    expect((await ask(`${v1}/validate`, {})).error.fields).toHaveProperty('id')
    expect((await ask(`${v1}/validate/${NOBODY}`, {})).status).toBe(404)
    expect((await ask(`${v1}/validate/${id}`, {}, 'paulo')).status).toBe(404)
    expect((await ask(`${v1}/validate/${id}`, {}, 'nora')).status).toBe(403)
    const same = drafts
      .filter(
        row => of(row, 'location') === of(draft ?? {}, 'location') && row.report_date === draft?.report_date,
      )
      .map(row => String(row._id))
    const missing = await ask(`${v1}/validate/${id}`, { reports: same })
    const given = missing.status === 200 ? missing : await acceptAll(id, same, missing.error)
    expect([given.status, given.error]).toEqual([200, undefined])
    const sealed = await ask(`${v1}/validated-report/${id}`)
    expect([sealed.status, (sealed.data['daily-report'] as { state: string }).state]).toEqual([200, 'sealed'])
  })

  /** What is missing in a day is accepted by name, with a reason. */
  async function acceptAll(id: string, reports: string[], error: unknown) {
    const accepted = [
      ...new Set(JSON.stringify(error).match(/[0-9a-f]{24}/g) ?? Object.values(slots).map(one => one.id)),
    ]
    return ask(`${v1}/validate/${id}`, { reports, accepted, reason: 'The board was off all night' })
  }

  it('deletes a user, who is archived; not one’s own, nor another tenant’s', async () => {
    const made = await ask('users/v1/user', {
      username: 'dana',
      fullname: 'Dana Marin',
      tenant: tenants.carpathia.id,
    })
    expect([made.status, made.error]).toEqual([200, undefined])
    const { _id: id } = made.data.user as { _id: string }
    expect((await ask(`users/v1/delete/${id}`, {}, 'nora')).status).toBe(403)
    expect((await ask(`users/v1/delete/${NOBODY}`, {})).status).toBe(404)
    expect((await ask(`users/v1/delete/${id}`, { id: NOBODY })).error.fields).toHaveProperty('id')
    const { status, data } = await ask(`users/v1/delete/${id}`, { id })
    expect([status, data.deleted, (data.user as { archived_at: number }).archived_at !== null]).toEqual([
      200,
      id,
      true,
    ])
  })

  it('lists API tokens where the users are', async () => {
    expect((await list('users/v1/api-tokens')).rows).toEqual((await list('authorization/v1/api-tokens')).rows)
    expect((await list('users/v1/api-tokens', { colour: 'red' })).fields).toEqual({
      colour: [{ code: 'unknown_field' }],
    })
    expect((await ask('users/v1/api-tokens', {}, 'nora')).status).toBe(403)
  })

  it('keeps a dashboard’s widgets under settings', async () => {
    const { data } = await ask('settings/v1/dashboard')
    expect(data).toEqual((await ask('dashboard/v1/settings')).data)
    expect((await ask('settings/v1/dashboard', { widgets: ['no such'] }, 'ana', 'PUT')).status).toBe(422)
    expect((await ask('settings/v1/dashboard', { widgets: null }, 'ana', 'PUT')).status).toBe(200)
  })

  it('describes the API', async () => {
    const answer = await full.backend.request('/api/jackpot-manager/v1/swagger')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveProperty('openapi', '3.1.0')
  })

  it('writes its own family’s lists into a file, and no other’s', async () => {
    const order = {
      page: 'events',
      request: { dateStart: Date.UTC(2026, 2, 1), dateEnd: Date.UTC(2026, 2, 12) },
      columns: ['server_time'],
      language: 'en',
      time_zone: 'Europe/Bucharest',
    }
    const made = await ask('rawdata/v1/export', { ...order, list: 'events' })
    expect([made.status, (made.data.export as { list: string }).list]).toEqual([200, 'rawdata/events'])
    expect((await ask('rawdata/v1/export', { ...order, list: 'rawdata/events' })).status).toBe(200)
    for (const name of ['configuration/slots', 'nothing']) {
      const refused = await ask('rawdata/v1/export', { ...order, list: name })
      expect([refused.status, Object.keys(refused.error.fields)], name).toEqual([422, ['list']])
    }
    const day = { dateStart: Date.UTC(2026, 2, 1), dateEnd: Date.UTC(2026, 2, 12) }
    const sums = await ask('aggregations/v1/export', {
      ...order,
      page: 'computed-aggregations',
      request: day,
    })
    expect([sums.status, (sums.data?.export as { list: string })?.list]).toEqual([200, 'aggregations/query'])
    expect((await ask('rawdata/v1/export', { ...order, list: 'events' }, 'nora')).status).toBe(403)
  })

  it('edits one part of a message', async () => {
    const { rows } = await list('rawdata/v1/events', { rowsPerPage: 1, type: 'slot', id: slots.novoline.id })
    const [event] = rows
    const { data } = await ask(`rawdata/v1/event/${String(event?._id)}/message`)
    const message = data.message as { smib: string; at: number; message_seq_nr: number }
    const { readings: _readings, ...key } = message as typeof message & { readings: number }
    const item = { ...key, event: event?._id, code: '11', reason: 'The door was never opened' }
    expect((await ask('rawdata/v1/edit', {})).error.fields).toEqual({ events: [{ code: 'required' }] })
    const both = await ask('rawdata/v1/edit', {
      events: item,
      slotdata: { ...key, name: 'serial', reason: 'Wrong' },
    })
    expect(Object.keys(both.error.fields)).toEqual(['slotdata'])
    const wrong = await ask('rawdata/v1/edit', { events: { ...item, code: 'door' } })
    expect([wrong.status, Object.keys(wrong.error.fields)]).toEqual([422, ['events.code']])
    expect((await ask('rawdata/v1/edit', { events: item }, 'nora')).status).toBe(403)
    expect((await ask('rawdata/v1/edit', { events: item }, 'paulo')).status).toBe(404)
    const done = await ask('rawdata/v1/edit', { events: { ...item, code: '1F' } })
    expect([done.status, done.error]).toEqual([200, undefined])
    expect((done.data['message-edit'] as { bucket: string }).bucket).toBe('events')
  })
})

describe('a user, saved in the specification’s words', () => {
  const dana = {
    id: '',
    username: 'dana.pop',
    fullname: 'Dana Pop',
    email: 'dana@carpathia.example',
    status: true,
    tenant: tenants.carpathia.id,
  }
  const save = (body: object, as: Person = 'ana') => ask('users/v1/user', { ...dana, ...body }, as)

  it('is made with a password, signs in with it, and with the next one', async () => {
    const password = 'seven grey herons over Galați'
    const made = await save({ password })
    expect([made.status, made.error]).toEqual([200, undefined])
    const user = made.data.user as { _id: string; full_name: string; enabled: boolean }
    expect(user).toMatchObject({ full_name: 'Dana Pop', enabled: true })
    expect(JSON.stringify(made.data)).not.toContain(password)
    const signIn = async (password: string) =>
      (await full.backend.json('/api/authorization/v1/login', { body: { username: 'dana.pop', password } }))
        .status
    expect(await signIn(password)).toBe(200)
    const next = 'eleven white storks by Tulcea'
    const { status } = await ask(
      `users/v1/user/${user._id}`,
      { ...dana, id: user._id, password: next },
      'ana',
      'PUT',
    )
    expect(status).toBe(200)
    expect([await signIn(next), await signIn(password)]).toEqual([200, 401])
    const off = await ask(`users/v1/user/${user._id}`, { ...dana, id: user._id, status: false }, 'ana', 'PUT')
    expect((off.data.user as { enabled: boolean }).enabled).toBe(false)
    expect(await signIn(next)).toBe(401)
    const entries = await full.backend.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(entries)).not.toMatch(/herons|storks|argon2/)
  })

  it.each([
    ['fullname', 'Al'],
    ['fullname', 'x'.repeat(51)],
    ['username', 'al'],
    ['username', 'x'.repeat(51)],
    ['email', `${'x'.repeat(45)}@a.example`],
    ['email', 'nobody'],
    ['password', 'short'],
    ['password', 'password123'],
    ['status', 'yes'],
    ['id', NOBODY],
    ['full_name', 'Dana Pop'],
  ])('is refused with %s %s', async (member, value) => {
    const { status, error } = await save({ username: 'dana.two', [member]: value })
    expect([status, Object.keys(error.fields)]).toEqual([422, [member === 'full_name' ? 'fullname' : member]])
  })

  it('is not given more than the giver has, nor oneself another password', async () => {
    expect(
      (await save({ username: 'dana.three', password: 'nine brown owls in Sibiu' }, 'olga')).status,
    ).toBe(403)
    const own = await ask(`users/v1/user/${people.ana.id}`)
    const user = own.data.user as object
    const changed = { ...user, password: 'nine brown owls in Sibiu' }
    const refused = await ask(`users/v1/user/${people.ana.id}`, changed, 'ana', 'PUT')
    expect([refused.status, refused.error.code]).toEqual([409, 'yourself'])
  })
})

describe('fraud settings', () => {
  it('are put as they were read, in whatever they came', async () => {
    const path = `fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`
    const { data } = await ask(path)
    for (const body of [
      data,
      data.config as object,
      { ...(data.config as object), id: tenants.carpathia.id },
    ]) {
      const put = await ask(path, body, 'ana', 'PUT')
      expect([put.status, put.error, put.data]).toEqual([200, undefined, true])
    }
    const wrong = await ask(path, { config: { ...(data.config as object), colour: 'red' } }, 'ana', 'PUT')
    expect([wrong.status, JSON.stringify(Object.keys(wrong.error.fields))]).toEqual([422, '["colour"]'])
  })
})

it('column configurations name their page by page_name and page_route', async () => {
  const path = 'settings/v1/columns-configuration/users'
  const given = { page_name: 'users', page_route: '/acl/users', role: null, columns: ['username'] }
  expect((await ask(path, given)).status).toBe(200)
  const { data } = await ask('settings/v1/columns-configurations')
  const { role: _role, ...named } = given
  expect(data.columns_configs).toContainEqual(expect.objectContaining(named))
  for (const [member, value] of [
    ['page_name', 'slots'],
    ['page_route', '/slots'],
  ] as const) {
    const { status, error } = await ask(path, { ...given, [member]: value })
    expect([status, Object.keys(error.fields)]).toEqual([422, [member]])
  }
  expect((await ask(path, given, 'nora')).status).toBe(403)
})
