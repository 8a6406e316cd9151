/**
 * Records of the modules whose lists have none in the small network: three of a kind where something is sorted by them.
 */
import { pathsOf } from '../../backend/platform/contract/contract'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { queueMail } from '../../backend/identity/mail/mail.service'
import { locations, people, slots, smibs, tenants } from '../people'
import type { TestBackend } from './backend'
import { fillAnomalies } from './full-anomalies'
import { fillAcl } from './full-acl'
import { fillJackpots } from './full-jackpots'
import { keepOut } from './kept-out'
import { fillWebhooks } from './full-webhooks'
import { scheduleReports } from './report-schedules'
import { shareThree } from './seals'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

const conf = '/api/configuration/v1'
const idOf = (found: Record<string, { _id: string }>, name: string) => found[name]?._id ?? ''

/** Of what a name is enough for in the games registry, three where the seeds have none. */
async function fillRegistry({ app }: TestBackend, demand: Demand): Promise<void> {
  for (const { contract } of app.api.stores.values()) {
    const paths = pathsOf(contract)
    if (contract.family !== 'games-registry' || !contract.input.safeParse({ name: 'First' }).success) continue
    const { total } = (await demand(paths.list, {})) as unknown as { total: number }
    for (const name of total ? [] : ['First', 'Second', 'Third']) await demand(paths.create, { name })
  }
}

export async function makeRecords(backend: TestBackend, demand: Demand): Promise<void> {
  const registry = '/api/games-registry/v1'
  for (const nr of [1, 2, 3]) {
    const game = idOf(await demand(`${registry}/game`, { name: `Game ${nr}` }), 'game')
    const profile = { name: `Profile ${nr}`, game, theoretical_rtp: 9_500 }
    await demand(`${registry}/game_profile`, profile)
    await demand(`${registry}/game_setting`, { name: `Setting ${nr}`, game })
  }
  await fillRegistry(backend, demand)
  for (const [name, kind] of [
    ['Warranty', 'date'],
    ['Shelf', 'text'],
    ['Price', 'number'],
    ['Colour', 'choice'],
  ]) {
    const field = { name, kind, choices: ['red'], tenant: tenants.carpathia.id }
    const id = idOf(await demand(`${conf}/custom-field`, field), 'custom-field')
    if (kind === 'choice') await demand(`${conf}/archive/custom-field/${id}`, {})
    for (const entity of kind === 'date' ? ['location', 'smib'] : [])
      await demand(`${conf}/custom-field`, { ...field, entity })
  }

  for (const [kind, state] of [
    ['reset_password', 'waiting'],
    ['first_password', 'kept'],
    ['password_changed', 'failed'],
  ] as const) {
    const address = `${kind}@example.com`
    await queueMail(
      backend.db,
      { kind, address, language: 'en', user: { id: people.olga.id, tenantId: tenants.carpathia.id } },
      backend.clock(),
    )
    await backend.db.updateTable('mails').set({ state }).where('address', '=', address).execute()
  }
  await keepOut(backend, demand)
  await look(backend, demand)
  await readByHand(backend, demand)
  await handOver(backend, demand)
  await shareThree(backend, demand)
  await scheduleReports(backend, demand)
  await fillAcl(demand)
  await fillWebhooks(backend, demand)
  await fillAnomalies(backend, demand)
  await fillJackpots(backend, demand)
  for (const [name, by, granulation, tenant] of [
    ['Win by location', 'location', 'day', tenants.carpathia.id],
    ['Games by hour', 'game', 'hour', tenants.carpathia.id],
    ['Year of a tenant', 'tenant', 'month', tenants.lusitania.id],
  ])
    await demand(`${conf}/aggregation-rule`, { name, by, granulation, tenant, measures: ['net_win'] })
  for (const { id } of await backend.db.selectFrom('users').select('id').execute())
    await backend.db
      .insertInto('avatars')
      .values({ user_id: id, mark: 'drawn', webp: 'UklGRg==', changed_at: backend.clock() })
      .execute()
}

/** Meters in doubt: one that fell and is decided, one that jumped. */
export async function doubtMeters(backend: TestBackend, demand: Demand): Promise<void> {
  const doubted = (mac: string, value: number) => ({
    smib_id: mac,
    message_seq_nr: 6,
    server_time_nano: `${backend.clock() - 3_500_000}000000`,
    counters: [{ meters: { '0000': value } }],
  })
  await ingest(backend.deps, { tenantId: null }, [
    doubted(smibs.novoline.mac, 450),
    doubted(smibs.ribeira.mac, 90_000_000),
  ])
  const fallen = await backend.db
    .selectFrom('repairs')
    .select('id')
    .where('kind', '=', 'fell')
    .executeTakeFirst()
  await demand(`/api/repairs/v1/repair/${fallen?.id}/decide`, { choice: 'ignore', reason: 'A stray frame' })
}

/** Three looks at the inspector's view, of which the last is archived. */
async function look({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  for (const rows of [250, 5_000, 1])
    await demand('/api/inspections/v1/inspector-view/report', { rows, location: locations.cluj.id })
  await db.updateTable('inspections').set({ archived_at: clock() }).where('slots', '=', 1).execute()
}

/** Sheets of the shifts of two halls, and one that is archived. */
async function handOver({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  for (const location of [locations.cluj.id, locations.braila.id, locations.porto.id])
    await demand('/api/shift-handovers/v1/shift-handover', { location, remarks: 'Quiet' })
  await db
    .updateTable('shift_handovers')
    .set({ archived_at: clock() })
    .where('location_id', '=', locations.braila.id)
    .execute()
}

/** Three sheets of one hall, of which the last is archived. */
async function readByHand({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  for (const index of [100, 200, 400])
    await demand(`${conf}/location/${locations.cluj.id}/meter-sheet`, {
      read_at: clock(),
      rows: [{ slot: slots.novoline.id, in: index, out: index / 2, jackpot: null }],
    })
  await db
    .updateTable('meter_sheet_entries')
    .set({ archived_at: clock() })
    .where('read_in', '=', 400)
    .execute()
}
