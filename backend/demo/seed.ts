/** The demo network's first start: everything or nothing, once, and never beside a real network. */
import { createUser } from '../auth/users.service'
import { fold, foldWords } from '../contract/fold'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import { isUniqueViolation } from '../db/errors'
import type { Deps } from '../deps'
import { enqueue } from '../tasks/tasks.service'
import { addGames, registryEntries } from './games'
import { addGroups } from './groups'
import { demoHistory } from './history.service'
import { isOff } from './machine'
import { HISTORY_DAYS, planNetwork, type DemoMachine, type Network } from './network'
import { TIME_ZONE } from './places'
import { addSettings } from './settings'
import { demoSignIns } from './sign-ins'
import { slotWords } from '../slots/slot-words.service'

/** Any other word makes another network; this one is what the documentation and the tests speak of. */
export const DEMO_SEED = 'carpați'
/** Parameters of one statement stay below SQLite's 32,766. */
const ROWS_A_STATEMENT = 400

/** Rejects only for a database error. `seeded: false`: DEMO is off, it is there already, or the database is somebody's. */
export async function seedNetwork(
  deps: Deps,
  seed = DEMO_SEED,
  historyDays = HISTORY_DAYS,
): Promise<{ seeded: boolean }> {
  if (!deps.env.demo || (await isInhabited(deps.db))) return { seeded: false }
  const now = deps.clock()
  const network = planNetwork(seed, now)
  try {
    return await deps.db.transaction().execute(async db => {
      // Another backend may be doing the same: the second one waits here, and then finds the row.
      await db.insertInto('demo_network').values({ id: 'demo', seed, made_at: now }).execute()
      if (await isInhabited(db)) return { seeded: false }
      await addPlaces(db, network)
      await addGames(db, network)
      await addMachines(db, network)
      await addPeople(db, network)
      await addGroups(db, network)
      await addSettings(db, network)
      for (const [at, tenant] of network.tenants.entries()) {
        await enqueue(
          db,
          demoHistory,
          { tenant: tenant.id, seed, made_at: now, days: historyDays },
          { tenantId: tenant.id, createdBy: 'system', now, runAfter: now - network.tenants.length + at },
        )
      }
      return { seeded: true }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return { seeded: false }
    throw error
  }
}

async function isInhabited(db: Db): Promise<boolean> {
  const tenant = await db.selectFrom('tenants').select('id').limit(1).executeTakeFirst()
  return (
    tenant !== undefined ||
    (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}

const kept = ({ madeAt }: Network) => ({
  version: 1,
  archived_at: null,
  created_at: madeAt,
  updated_at: madeAt,
})

async function addPlaces(db: Db, network: Network): Promise<void> {
  await db
    .insertInto('tenants')
    .values(
      network.tenants.map(
        ({ id, key, name, legalName, fiscalCode, tradeRegisterNo, licenceNo, address, phone }) => ({
          ...kept(network),
          id,
          name,
          login_host: `${key}.localhost`,
          legal_name: legalName,
          fiscal_code: fiscalCode,
          trade_register_no: tradeRegisterNo,
          licence_no: licenceNo,
          address,
          contact_email: `contact@${key}.example`,
          phone,
          currency: 'RON',
          time_zone: TIME_ZONE,
          deducts_handpaid_jackpots: 1,
          search: fold(`${name} ${key}.localhost ${legalName} ${fiscalCode}`),
        }),
      ),
    )
    .execute()
  await db
    .insertInto('locations')
    .values(
      network.locations.map(({ id, tenantId, code, name, county, city, address, dayStart, contact }, at) => ({
        ...kept(network),
        id,
        tenant_id: tenantId,
        code,
        name,
        county,
        city,
        address,
        time_zone: TIME_ZONE,
        gaming_day_start: dayStart,
        licence_no: `P${String(2_600_100 + at)}`,
        work_point_no: `PL-${String(at + 1).padStart(3, '0')}`,
        contact,
        phone: `+40 7${String(21_555_000 + at * 37)}`,
        search: fold([code, name, county, city, address].join(' ')),
      })),
    )
    .execute()
}

async function addMachines(db: Db, network: Network): Promise<void> {
  const { machines, spares, madeAt } = network
  const entry = await registryEntries(db)
  await inSlices(machines, slice =>
    db
      .insertInto('slots')
      .values(
        slice.map(machine => ({
          ...kept(network),
          id: machine.slotId,
          tenant_id: machine.tenantId,
          location_id: machine.locationId,
          serial: machine.serial,
          asset_no: machine.assetNo,
          manufacturer: machine.manufacturer,
          machine_type: machine.machineType,
          game_mix: machine.gameMix,
          protocol: machine.protocol,
          manufacturer_id: entry('manufacturers', machine.manufacturer),
          machine_type_id: entry('machine_types', machine.machineType),
          game_mix_id: entry('game_mixes', machine.gameMix),
          protocol_id: entry('protocols', machine.protocol),
          sas_address: machine.position,
          denomination_minor: machine.denomination,
          currency: 'RON',
          credits: null,
          theoretical_rtp: machine.theoreticalRtp,
          position: String(machine.position).padStart(2, '0'),
          type_approval: machine.typeApproval,
          authorisation_no: machine.authorisationNo,
          cvt_no: machine.cvtNo,
          cvt_valid_to: machine.cvtValidTo,
          status: machine.status,
          lock_reason: machine.lockReason,
          last_seen_at: seenAt(machine, network),
          demo: machine.demo ? 1 : 0,
          search: foldWords(
            slotWords({
              serial: machine.serial,
              asset_no: machine.assetNo,
              manufacturer: machine.manufacturer,
              machine_type: machine.machineType,
              game_mix: machine.gameMix,
            }),
          ),
        })),
      )
      .execute(),
  )
  const boards = machines.flatMap(machine => (machine.smib ? [{ machine, ...machine.smib }] : []))
  await inSlices(boards, slice =>
    db
      .insertInto('smibs')
      .values(
        slice.map(({ id, mac, firmware, network: link, machine }) => ({
          ...kept(network),
          id,
          tenant_id: machine.tenantId,
          location_id: machine.locationId,
          slot_id: machine.slotId,
          mac,
          firmware,
          network: link,
          poll_ms: 0,
          test_mode: 0,
          log_mode: 0,
          last_seen_at: seenAt(machine, network),
          online_since: seenAt(machine, network) && madeAt,
          last_message_seq: null,
          search: fold(`${mac} ${firmware} ${link}`),
        })),
      )
      .execute(),
  )
  // Halls that pay by phone have machines that are registered for it.
  await inSlices(
    machines.filter(machine => machine.profile.cashless && machine.smib),
    slice =>
      db
        .insertInto('slot_controls')
        .values(
          slice.map(machine => ({
            slot_id: machine.slotId,
            tenant_id: machine.tenantId,
            aft_status: 'registered',
            aft_asset_no: Number(machine.assetNo),
            aft_pos_id: String(machine.position).padStart(4, '0'),
            aft_at: madeAt,
            rule_version: 0,
          })),
        )
        .execute(),
  )
  await db
    .insertInto('smibs')
    .values(
      spares.map(({ id, mac, tenantId, locationId }) => ({
        ...kept(network),
        id,
        tenant_id: tenantId,
        location_id: locationId,
        slot_id: null,
        mac,
        firmware: '2.5.0',
        network: null,
        poll_ms: 0,
        test_mode: 1,
        log_mode: 0,
        last_seen_at: null,
        online_since: null,
        last_message_seq: null,
        search: fold(`${mac} 2.5.0`),
      })),
    )
    .execute()
}

/** Boards that are on are heard when the network is made: the list shows a living network while its past is still being written. */
const seenAt = (machine: DemoMachine, { seed, madeAt }: Network): number | null =>
  machine.smib && !isOff(machine, seed, madeAt) ? madeAt : null

async function addPeople(db: Db, { tenants, madeAt }: Network): Promise<void> {
  const largest = tenants[0]?.id ?? SYSTEM_TENANT
  for (const { username, password, fullName, jobTitle, role, of } of demoSignIns) {
    await createUser(
      db,
      {
        tenantId: of === 'system' ? SYSTEM_TENANT : largest,
        username,
        password,
        fullName,
        jobTitle,
        roles: [role],
        email: `${username}@demo.example`,
        emailVerified: true,
        timeZone: TIME_ZONE,
      },
      { at: madeAt },
    )
  }
}

async function inSlices<T>(rows: readonly T[], work: (slice: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await work(rows.slice(from, from + ROWS_A_STATEMENT))
}
