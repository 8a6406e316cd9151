/** Makes the demo network at the first start: everything or nothing, once, and never next to a real network. */
import { createUser } from '../identity/auth/users.service'
import { assetKey, nameKey } from '../platform/contract/machine-name'
import { HOUR_MS } from '../platform/contract/durations'
import { fold, foldWords } from '../platform/contract/fold'
import { SYSTEM_TENANT } from '../platform/contract/primitives'
import type { Db } from '../platform/db/database'
import { isUniqueViolation } from '../platform/db/errors'
import type { Deps } from '../platform/deps'
import { enqueue } from '../platform/tasks/tasks.service'
import { addExclusions } from './exclusions'
import { addGames, registryEntries } from './games'
import { addGroups } from './groups'
import { addJackpots } from './jackpots'
import { demoHistory } from './history.service'
import { isOff } from './machine'
import { enteredReturn, HISTORY_DAYS, placeInHall, planNetwork, type DemoSlot, type Network } from './network'
import { TIME_ZONE } from './places'
import { addSettings } from './settings'
import { demoSignIns } from '../identity/auth/demo-sign-ins'
import { slotWords } from '../estate/slots/slot-words.service'

/** Any other word makes another network; this one is what the documentation and the tests speak of. */
export const DEMO_SEED = 'carpați'
/** Parameters of one statement stay below SQLite's 32,766. */
const ROWS_A_STATEMENT = 400

/**
 * Rejects only for a database error. `seeded: false`: DEMO is off, it is there already, or the database is somebody's.
 */
export async function seedNetwork(
  deps: Deps,
  seed = DEMO_SEED,
  historyDays = HISTORY_DAYS,
): Promise<{ seeded: boolean }> {
  if (!deps.env.demo || (await isInhabited(deps.db))) return { seeded: false }
  const now = deps.clock()
  const network = planNetwork(seed, now, historyDays)
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
      await addJackpots(db, network)
      await addExclusions(db, network)
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

const recordColumns = ({ madeAt }: Network) => ({
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
          ...recordColumns(network),
          id,
          name,
          login_host: `${key}.localhost`,
          legal_name: legalName,
          fiscal_code: fiscalCode,
          trade_register_no: tradeRegisterNo,
          share_capital: '200.000 lei',
          licence_no: licenceNo,
          address,
          contact_email: `contact@${key}.example`,
          phone,
          currency: 'RON',
          time_zone: TIME_ZONE,
          deducts_handpaid_jackpots: 1,
          allows_registration: 0,
          search: fold(`${name} ${key}.localhost ${legalName} ${fiscalCode}`),
        }),
      ),
    )
    .execute()
  await db
    .insertInto('locations')
    .values(
      network.locations.map(({ id, tenantId, code, name, county, city, address, dayStart, contact }, at) => ({
        ...recordColumns(network),
        id,
        tenant_id: tenantId,
        code,
        code_key: nameKey(code),
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
  const { machines: slots, spares, madeAt } = network
  const entry = await registryEntries(db)
  await inSlices(slots, slice =>
    db
      .insertInto('slots')
      .values(
        slice.map(slot => ({
          ...recordColumns(network),
          // Entered before its history: what is missing of it is missed. The history of the others was brought along.
          created_at: slot.story ? network.historyStart : network.madeAt,
          id: slot.slotId,
          tenant_id: slot.tenantId,
          location_id: slot.locationId,
          serial: slot.serial,
          asset_no: slot.assetNo,
          serial_key: nameKey(slot.serial),
          asset_key: assetKey(slot.assetNo),
          manufacturer: slot.manufacturer,
          machine_type: slot.machineType,
          game_mix: slot.gameMix,
          protocol: slot.protocol,
          manufacturer_id: entry('manufacturers', slot.manufacturer),
          machine_type_id: entry('machine_types', slot.machineType),
          game_mix_id: entry('game_mixes', slot.gameMix),
          protocol_id: entry('protocols', slot.protocol),
          sas_address: slot.position,
          denomination_minor: slot.denomination,
          currency: 'RON',
          credits: null,
          theoretical_rtp: enteredReturn(slot),
          position: placeInHall(slot.position),
          type_approval: slot.typeApproval,
          authorisation_no: slot.authorisationNo,
          cvt_no: slot.cvtNo,
          cvt_valid_to: slot.cvtValidTo,
          status: slot.status,
          lock_reason: slot.lockReason,
          last_seen_at: seenAt(slot, network),
          demo: slot.demo ? 1 : 0,
          search: foldWords(
            slotWords({
              serial: slot.serial,
              asset_no: slot.assetNo,
              manufacturer: slot.manufacturer,
              machine_type: slot.machineType,
              game_mix: slot.gameMix,
              position: placeInHall(slot.position),
            }),
          ),
        })),
      )
      .execute(),
  )
  const smibs = slots.flatMap(slot => (slot.smib ? [{ machine: slot, ...slot.smib }] : []))
  await inSlices(smibs, slice =>
    db
      .insertInto('smibs')
      .values(
        slice.map(({ id, mac, firmware, network: link, machine: slot }) => ({
          ...recordColumns(network),
          id,
          tenant_id: slot.tenantId,
          location_id: slot.locationId,
          slot_id: slot.slotId,
          mac,
          firmware,
          network: link,
          poll_ms: 0,
          test_mode: 0,
          log_mode: 0,
          last_seen_at: seenAt(slot, network),
          online_since: isOff(slot, network.seed, madeAt) ? null : madeAt,
          last_message_seq: null,
          search: fold(`${mac} ${firmware} ${link}`),
        })),
      )
      .execute(),
  )
  // Locations that pay by phone have slots that are registered for it.
  await inSlices(
    slots.filter(slot => slot.profile.cashless && slot.smib),
    slice =>
      db
        .insertInto('slot_controls')
        .values(
          slice.map(slot => ({
            slot_id: slot.slotId,
            tenant_id: slot.tenantId,
            aft_status: 'registered',
            aft_asset_no: Number(slot.assetNo),
            aft_pos_id: String(slot.position).padStart(4, '0'),
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
        ...recordColumns(network),
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

/**
 * SMIBs that are on have a contact when the network is made, the others the last of their past: the list shows the
 * network as it is while that is still being written.
 */
const seenAt = (slot: DemoSlot, { seed, madeAt, historyEnd, historyStart }: Network): number | null => {
  if (!slot.smib) return null
  if (!isOff(slot, seed, madeAt)) return madeAt
  let at = historyEnd
  while (at > historyStart && isOff(slot, seed, at - HOUR_MS)) at -= HOUR_MS
  return at
}

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
