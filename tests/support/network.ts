/** Puts the people and places of `people.ts` into an empty, migrated database. */
import { nameKey } from '../../backend/platform/contract/machine-name'
import { hash } from '@node-rs/argon2'
import { roleId, seedRoles } from '../../backend/identity/auth/roles'
import { createApiToken } from '../../backend/identity/auth/api-tokens'
import { fold } from '../../backend/platform/contract/fold'
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import type { Db } from '../../backend/platform/db/database'
import { locations, password, people, slots, smibs, tenants } from '../people'

export interface SeededNetwork {
  /** API tokens that may deliver data: of the whole system, and of each tenant. */
  ingestTokens: { system: string; carpathia: string; lusitania: string }
}

let passwordHash: Promise<string> | undefined

export async function seedNetwork(db: Db, now: number): Promise<SeededNetwork> {
  const kept = { version: 1, archived_at: null, created_at: now, updated_at: now }
  await db
    .insertInto('tenants')
    .values(
      Object.values(tenants).map(tenant => ({
        ...kept,
        id: tenant.id,
        name: tenant.name,
        login_host: tenant.host,
        currency: tenant.currency,
        time_zone: tenant.timeZone,
        deducts_handpaid_jackpots: 1,
        allows_registration: 0,
        search: fold(`${tenant.name} ${tenant.host}`),
        legal_name: null,
        fiscal_code: null,
        trade_register_no: null,
        share_capital: null,
        licence_no: null,
        address: null,
        contact_email: null,
        phone: null,
      })),
    )
    .execute()
  await db
    .insertInto('locations')
    .values(
      Object.values(locations).map(location => ({
        ...kept,
        id: location.id,
        tenant_id: tenants[location.tenant].id,
        code: location.code,
        code_key: nameKey(location.code),
        name: location.name,
        city: location.city,
        time_zone: tenants[location.tenant].timeZone,
        gaming_day_start: '08:00',
        search: fold(`${location.code} ${location.name} ${location.city}`),
        county: null,
        address: null,
        licence_no: null,
        work_point_no: null,
        contact: null,
        phone: null,
      })),
    )
    .execute()
  const entries = {
    manufacturers: await entriesByName(db, 'manufacturers'),
    protocols: await entriesByName(db, 'protocols'),
  }
  await db
    .insertInto('slots')
    .values(
      Object.values(slots).map(({ id, serial, manufacturer, location }) => {
        const row = slotRow(id, serial, manufacturer, location, now)
        return {
          ...row,
          manufacturer_id: entries.manufacturers.get(manufacturer) ?? null,
          protocol_id: entries.protocols.get(row.protocol) ?? null,
        }
      }),
    )
    .execute()
  await db
    .insertInto('smibs')
    .values(
      Object.values(smibs).map(smib => ({
        ...kept,
        id: smib.id,
        mac: smib.mac,
        search: smib.mac,
        slot_id: slots[smib.slot].id,
        ...placeOf(slots[smib.slot].location),
        firmware: '4.2.1',
        network: 'lan',
        poll_ms: 200,
        test_mode: 0,
        log_mode: 0,
        last_seen_at: null,
        online_since: null,
        last_message_seq: null,
      })),
    )
    .execute()
  await seedPeople(db, now)
  const tokenOf = async (tenantId: string, name: string) =>
    (await createApiToken(db, { tenantId, name, permissions: ['rawdata::ingest'] }, now)).token
  return {
    ingestTokens: {
      system: await tokenOf(SYSTEM_TENANT, 'gateway of all'),
      carpathia: await tokenOf(tenants.carpathia.id, 'gateway of Carpathia'),
      lusitania: await tokenOf(tenants.lusitania.id, 'gateway of Lusitânia'),
    },
  }
}

const entriesByName = async (db: Db, table: 'manufacturers' | 'protocols') =>
  new Map(
    (await db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [name, id] as const),
  )

const placeOf = (location: keyof typeof locations) => ({
  tenant_id: tenants[locations[location].tenant].id,
  location_id: locations[location].id,
})

/**
 * An active slot of one ban a credit, never heard of yet. Its manufacturer is a name without an entry of the games
 * registry, as in old rows.
 */
export function slotRow(
  id: string,
  serial: string,
  manufacturer: string,
  location: keyof typeof locations,
  now: number,
) {
  return {
    id,
    serial,
    manufacturer,
    ...placeOf(location),
    version: 1,
    archived_at: null,
    created_at: now,
    updated_at: now,
    search: fold(`${serial} ${manufacturer}`),
    protocol: 'SAS 6.02',
    currency: tenants[locations[location].tenant].currency,
    denomination_minor: 1,
    status: 'active',
    demo: 0,
    asset_no: null,
    machine_type: null,
    game_mix: null,
    position: null,
    type_approval: null,
    authorisation_no: null,
    cvt_no: null,
    cvt_valid_to: null,
    lock_reason: null,
    sas_address: 1,
    credits: null,
    theoretical_rtp: 9550,
    last_seen_at: null,
  }
}

async function seedPeople(db: Db, now: number): Promise<void> {
  await seedRoles(db, now)
  // The weakest cost that the library takes: what is tested is the rule, not the price.
  passwordHash ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const password_hash = await passwordHash
  const all = Object.entries(people)
  await db
    .insertInto('users')
    .values(
      all.map(([username, person]) => ({
        id: person.id,
        tenant_id: person.tenantId,
        version: 1,
        archived_at: null,
        created_at: now,
        updated_at: now,
        search: fold(`${username} ${person.fullName}`),
        username,
        username_key: fold(username),
        full_name: person.fullName,
        job_title: null,
        email: `${username}@example.com`,
        email_verified: 1,
        phone: null,
        password_hash,
        password_changed_at: now,
        password_unset: 0,
        enabled: 1,
        language: null,
        time_zone: null,
      })),
    )
    .execute()
  await db
    .insertInto('user_roles')
    .values(
      all.flatMap(([, person]) =>
        person.role ? [{ user_id: person.id, role_id: roleId(person.role) }] : [],
      ),
    )
    .execute()
}
