/** A backend in which every list has rows, some of them archived: what laws over all lists are tried on. */
import { newId } from '../../backend/platform/db/new-id'
import { closeDays } from '../../backend/accounting/checkpoints/checkpoints.service'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { locations, slots, smibs, tenants } from '../people'
import { testBackend, type Envelope, type TestBackend } from './backend'
import { collectCash } from './full-cash'
import { closeSomeDays } from './full-days'
import { fullMessage } from './full-message'
import { fillFirmware } from './full-firmware'
import { doubtMeters, makeRecords } from './full-records'
import { workOnFindings } from './full-work'
import { importDesk } from './imports'
import { demandRows } from './rows-demanded'
import type { EndpointSpec } from '../../backend/platform/http/endpoint'

type Spec = EndpointSpec<never, never, never>

export interface FullLists {
  backend: TestBackend
  /** Every list there is, by its own path: others of it answer the same. */
  lists: (Spec & { list: NonNullable<Spec['list']> })[]
  /** As Ana of the system, who sees everything. */
  ask(
    path: string,
    body?: unknown,
    method?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Envelope }>
  /** What a list cannot do without: whose rows. */
  needed(path: string): { exactFields: string[]; exactValues: unknown[] }
}

const conf = '/api/configuration/v1'

export async function fullLists(): Promise<FullLists> {
  const backend = await testBackend()
  const { db, clock } = backend
  const token = await backend.login('ana')
  const ask: FullLists['ask'] = (path, body, method, headers) =>
    backend.json(path, {
      token,
      ...(body !== undefined && { body }),
      ...(method && { method }),
      ...(headers && { headers }),
    })
  const demand = async (path: string, body: unknown, method?: string) => {
    const answer = await ask(path, body, method)
    if (answer.status !== 200)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body.error)}`)
    clock.advance(1_000)
    return answer.body.data as Record<string, { _id: string }>
  }
  const idOf = (found: Record<string, { _id: string }>, name: string) => found[name]?._id ?? ''

  // Twins of the network, so that something can be archived.
  const spare = {
    tenant: idOf(
      await demand(`${conf}/tenant`, { name: 'Spare Gaming', login_host: 'spare.localhost' }),
      'tenant',
    ),
  }
  const location = idOf(
    await demand(`${conf}/location`, {
      code: 'SP-01',
      name: 'Spare Hall',
      tenant: tenants.carpathia.id,
      city: 'Cluj-Napoca',
    }),
    'location',
  )
  const slot = idOf(
    await demand(`${conf}/slot`, {
      serial: 'SPA-1',
      location: locations.cluj.id,
      manufacturer: 'EGT',
      denomination: { minor: 1, currency: 'RON' },
    }),
    'slot',
  )
  const silent = idOf(
    await demand(`${conf}/slot`, {
      serial: 'SPA-2',
      location: locations.cluj.id,
      manufacturer: 'EGT',
      denomination: { minor: 1, currency: 'RON' },
    }),
    'slot',
  )
  for (const serial of ['SPA-3', 'SPA-4'])
    await demand(`${conf}/slot`, {
      serial,
      location: locations.cluj.id,
      manufacturer: 'EGT',
      denomination: { minor: 1, currency: 'RON' },
    })
  await demand(`${conf}/smib`, { mac: 'a0b1c2d3e4ff', location: locations.cluj.id, slot: slot })
  const unused = idOf(
    await demand(`${conf}/smib`, { mac: 'a0b1c2d3e4fe', location: locations.cluj.id }),
    'smib',
  )
  const groups: [string, string][] = []
  for (const type of ['tenant', 'location', 'slot']) {
    for (const name of ['First', 'Second', 'Third'])
      groups.push([
        type,
        idOf(
          await demand(`${conf}/${type}/add-entity-group`, { name: `${name} group` }),
          `${type}_entity_group`,
        ),
      ])
  }

  for (const [nr, work] of ['Bill validator jams', 'Yearly service', 'Screen is dark'].entries())
    await demand(`${conf}/work-order`, {
      title: work,
      slot,
      due_on: `2026-12-0${nr + 1}`,
      assignee: 'technician',
      ...(nr === 1 && { state: 'done', work_done: 'Cleaned', next_due_on: '2027-12-01' }),
    })
  await makeRecords(backend, demand)
  await workOnFindings(backend, demand)
  await fillFirmware(backend, demand)

  const told = (mac: string, seq: number) => fullMessage(mac, seq, clock())
  await ingest(
    backend.deps,
    { tenantId: null },
    [smibs.bellLink.mac, smibs.novoline.mac, smibs.ribeira.mac, 'a0b1c2d3e4ff'].flatMap(mac => [
      told(mac, 1),
      told(mac, 2),
      told(mac, 5),
    ]),
  )
  // A slot has more hours than days, and more than one of either.
  for (const [seq, back] of [
    [6, 0],
    [7, -2 * 86_400_000],
  ] as const)
    await ingest(backend.deps, { tenantId: null }, [
      { ...told(smibs.bellLink.mac, seq), logs: [], server_time_nano: `${clock() + back}000000` },
    ])

  for (const type of ['slot', 'location'] as const)
    await demand('/api/checkpoints/v1/checkpoint', {
      type,
      id: type === 'slot' ? slot : locations.cluj.id,
      reason: 'Before the service',
    })
  await closeDays(backend.deps)

  await doubtMeters(backend, demand)
  await collectCash(backend, demand)
  await closeSomeDays(backend)

  // What is done to many, of each list that can.
  const jobs = new Map<string, string>()
  for (const { path, list } of listsOf(backend)) {
    const [, family, many] = /^\/api\/([a-z-]+)\/v1\/many-rows\/(.+)$/.exec(path) ?? []
    if (!family || !many || !list) continue
    const of = listsOf(backend).find(one => one.row === `${family}/${many}`)
    const { rows } = (await demand(of?.path ?? '', {
      rowsPerPage: 2,
      sortBy: ['id'],
      sortDirection: ['ASC'],
    })) as unknown as { rows: { _id: string }[] }
    const ids = rows.map(row => row._id)
    for (const action of ['archive', 'unarchive'])
      jobs.set(
        path,
        idOf(
          await demand(`/api/${family}/v1/${action}-many/${many}`, { ids, reason: 'Trying it out' }),
          'job',
        ),
      )
  }
  const preview = async () =>
    idOf(
      await demand('/api/slotcontrol/v1/bulk-preview', {
        action: 'lock',
        reason: 'Night closing',
        ids: [slots.bellLink.id, slots.novoline.id],
      }),
      'job',
    )
  jobs.set('/api/slotcontrol/v1/bulk-items', await preview())
  const archivedJob = await preview()
  await preview()
  await demand('/api/slotcontrol/v1/lock', {
    ids: [slots.bellLink.id, slots.ribeira.id],
    reason: 'Looked at by the technician',
  })

  const order = {
    list: 'configuration/slots',
    page: 'slots',
    address: '',
    request: {},
    columns: ['serial'],
    language: 'ro',
    time_zone: 'Europe/Bucharest',
  }
  for (const [list, column] of [
    ['slots', 'serial'],
    ['locations', 'name'],
    ['smibs', 'mac'],
  ]) {
    await demand('/api/dataexport/v1/export', {
      ...order,
      list: `configuration/${list}`,
      page: list,
      columns: [column],
    })
  }
  const desk = importDesk(backend)
  const imports: string[] = []
  for (const entity of ['slots', 'locations', 'smibs'] as const)
    imports.push((await desk.check('ana', entity, 'create', files[entity]))._id)
  await desk.end()

  const notification = (nr: number) => ({
    id: newId(clock() + nr),
    tenant_id: tenants.carpathia.id,
    resource_type: 'slot',
    resource_id: slots.bellLink.id,
    resource_details: '{}',
    template: 'smib_offline',
    data: '{}',
    search: '',
    severity: nr === 0 ? 'alarm' : 'info',
    first_at: clock() + nr,
    at: clock() + nr,
    place: '',
    count: 1,
  })
  await db
    .insertInto('notifications')
    .values([notification(0), notification(1)])
    .execute()

  await demand(`${conf}/archive/tenant/${spare.tenant}`, undefined)
  await demand(`${conf}/archive/location/${location}`, undefined)
  await demand(`${conf}/archive/slot/${slot}`, undefined)
  await demand(`${conf}/archive/slot/${silent}`, undefined)
  await demand(`${conf}/archive/smib/${unused}`, undefined)
  for (const [type, group] of groups.filter((_, index) => index % 3 === 2))
    await demand(`${conf}/${type}/delete-entity-group/${group}`, undefined)
  const put = (table: 'tasks' | 'imports' | 'bulk_jobs', ids: (string | undefined)[]) =>
    db
      .updateTable(table)
      .set({ archived_at: clock() })
      .where(
        'id',
        'in',
        ids.filter(id => id !== undefined),
      )
      .execute()
  const tasksOf = async (kind: string) =>
    (await db.selectFrom('tasks').select('id').where('kind', '=', kind).orderBy('id').execute()).map(
      ({ id }) => id,
    )
  await put('tasks', [(await tasksOf('data_export'))[0], (await tasksOf('import_check'))[0]])
  await put('imports', [imports[1]])
  await put('bulk_jobs', [archivedJob])

  await demandRows(backend)
  const whose = new Map<string, [filter: string, id: string]>(
    [...jobs].map(([path, job]) => [path, ['job', job]]),
  )
  whose.set('/api/imports/v1/rows', ['import', imports[0] ?? ''])
  return {
    backend,
    ask,
    lists: backend.app.api.endpoints.filter(spec => spec.list && !spec.aliasOf) as never,
    needed: path => {
      const filter = whose.get(path)
      return filter
        ? { exactFields: [filter[0]], exactValues: [filter[1]] }
        : { exactFields: [], exactValues: [] }
    },
  }
}

/** Every list with the name that its entity's store has. */
function listsOf({ app: { api } }: TestBackend) {
  const names = new Map([...api.stores].map(([name, { contract }]) => [contract.row as unknown, name]))
  return api.endpoints
    .filter(({ list }) => list)
    .map(({ path, list }) => ({ path, list, row: names.get(list?.row) }))
}

const files = {
  slots:
    'serial,location_code,manufacturer,accounting_denom,tenant\nIMP-1,CJ-01,EGT,0.01,Carpathia Gaming\nIMP-2,NOWHERE,EGT,0.01,Carpathia Gaming\n',
  locations: 'code,name,tenant,city\nIM-01,Import One,Carpathia Gaming,Cluj\n',
  smibs: 'smib_id,location_code,tenant\na0b1c2d3e4aa,CJ-01,Carpathia Gaming\n',
}
