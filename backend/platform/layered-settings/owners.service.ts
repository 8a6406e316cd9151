/** For whom settings are stored: a tenant, location, SMIB or slot in scope, and what it inherits from. */
import { SYSTEM_TENANT, type Reference } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../request/actor'
import type { ConfigKind } from './config.contract'
import type { Layer } from './layers.contract'
import type { SettingValue } from './setting.contract'

export interface Owner {
  kind: ConfigKind
  id: string
  name: string
  tenant: Reference
  currency: string
  archived: boolean
  locationId: string | null
  /** Sets of these are inherited from, nearest first. */
  parents: {
    kind: Extract<ConfigKind, 'tenant' | 'location' | `general-${string}`>
    id: string
    name: string
  }[]
  /** What stands in the record itself. */
  records: Layer[]
  slot: Reference | null
  smib: Reference | null
}

/** Throws 404 for what is not there or not in scope. */
export async function ownerOf(db: Db, scope: Scope, kind: ConfigKind, id: string): Promise<Owner> {
  const [owner] = await ownersOf(db, scope, kind, [id])
  if (!owner) throw new Problem(404, 'not_found')
  return owner
}

/** Those of the ids that are in scope. */
export async function ownersOf(
  db: Db,
  scope: Scope,
  kind: ConfigKind,
  ids: readonly string[],
): Promise<Owner[]> {
  if (ids.length === 0) return []
  if (kind === 'smib') return smibsOf(db, scope, ids)
  if (kind === 'slot') return slotsOf(db, scope, ids)
  if (kind === 'location') return locationsOf(db, scope, ids)
  if (kind === 'general-system')
    return scope.tenantId === null && ids.includes(SYSTEM_TENANT) ? [theSystem] : []
  if (kind === 'general-location')
    return (await locationsOf(db, scope, ids)).map(owner => ({
      ...owner,
      kind,
      parents: [{ kind: 'general-tenant', id: owner.tenant._id, name: owner.tenant.name }, aboveTenants],
    }))
  const rows = await db
    .selectFrom('tenants')
    .select(['id', 'name', 'currency', 'archived_at'])
    .where('id', 'in', ids)
    .$if(scope.tenantId !== null, query => query.where('id', '=', scope.tenantId))
    .execute()
  return rows.map(row => ({
    ...nothing,
    kind,
    id: row.id,
    name: row.name,
    tenant: { _id: row.id, name: row.name },
    currency: row.currency,
    archived: row.archived_at !== null,
    ...(kind === 'general-tenant' && { parents: [aboveTenants] }),
  }))
}

const aboveTenants = { kind: 'general-system', id: SYSTEM_TENANT, name: '' } as const

const nothing = { locationId: null, parents: [], records: [], slot: null, smib: null }

/** No setting of the system's is an amount: its currency stands for nothing. */
const theSystem: Owner = {
  ...nothing,
  kind: 'general-system',
  id: SYSTEM_TENANT,
  name: '',
  tenant: { _id: SYSTEM_TENANT, name: '' },
  currency: 'EUR',
  archived: false,
}

async function locationsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Owner[]> {
  const rows = await db
    .selectFrom('locations as l')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['l.id', 'l.name', 'l.archived_at', 't.id as tenant_id', 't.name as tenant_name', 't.currency'])
    .where('l.id', 'in', ids)
    .$if(scope.tenantId !== null, query => query.where('l.tenant_id', '=', scope.tenantId))
    .execute()
  return rows.map(row => ({
    ...nothing,
    kind: 'location',
    id: row.id,
    name: row.name,
    tenant: { _id: row.tenant_id, name: row.tenant_name },
    currency: row.currency,
    archived: row.archived_at !== null,
    locationId: row.id,
    parents: [{ kind: 'tenant', id: row.tenant_id, name: row.tenant_name }],
  }))
}

async function smibsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Owner[]> {
  const rows = await db
    .selectFrom('smibs as b')
    .innerJoin('tenants as t', 't.id', 'b.tenant_id')
    .innerJoin('locations as l', 'l.id', 'b.location_id')
    .leftJoin('slots as s', 's.id', 'b.slot_id')
    .select([
      'b.id',
      'b.mac',
      'b.archived_at',
      'b.poll_ms',
      't.id as tenant_id',
      't.name as tenant_name',
      't.currency',
      'l.id as location_id',
      'l.name as location_name',
      's.id as slot_id',
      's.serial',
      's.sas_address',
    ])
    .where('b.id', 'in', ids)
    .$if(scope.tenantId !== null, query => query.where('b.tenant_id', '=', scope.tenantId))
    .execute()
  return rows.map((row): Owner => ({
    kind: 'smib',
    id: row.id,
    name: row.mac,
    tenant: { _id: row.tenant_id, name: row.tenant_name },
    currency: row.currency,
    archived: row.archived_at !== null,
    locationId: row.location_id,
    parents: [
      { kind: 'location', id: row.location_id, name: row.location_name },
      { kind: 'tenant', id: row.tenant_id, name: row.tenant_name },
    ],
    records: [
      // 0: none of its own.
      ...(row.poll_ms > 0
        ? [
            {
              level: 'record',
              of: 'smib',
              id: row.id,
              name: row.mac,
              values: { 'comms.poll_ms': row.poll_ms },
            } as Layer,
          ]
        : []),
      ...(row.slot_id && row.sas_address !== null
        ? [
            {
              level: 'record',
              of: 'slot',
              id: row.slot_id,
              name: row.serial ?? '',
              values: { 'comms.sas_address': row.sas_address },
            } as Layer,
          ]
        : []),
    ],
    slot: row.slot_id ? { _id: row.slot_id, name: row.serial ?? '' } : null,
    smib: { _id: row.id, name: row.mac },
  }))
}

async function slotsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Owner[]> {
  const rows = await db
    .selectFrom('slots as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .leftJoin('smibs as b', 'b.slot_id', 's.id')
    .select([
      's.id',
      's.serial',
      's.archived_at',
      's.location_id',
      's.sas_address',
      's.protocol',
      's.denomination_minor',
      's.asset_no',
      's.theoretical_rtp',
      's.currency',
      't.id as tenant_id',
      't.name as tenant_name',
      'b.id as smib_id',
      'b.mac',
    ])
    .where('s.id', 'in', ids)
    .$if(scope.tenantId !== null, query => query.where('s.tenant_id', '=', scope.tenantId))
    .execute()
  return rows.map(row => ({
    ...nothing,
    kind: 'slot',
    id: row.id,
    name: row.serial,
    tenant: { _id: row.tenant_id, name: row.tenant_name },
    currency: row.currency,
    archived: row.archived_at !== null,
    locationId: row.location_id,
    slot: { _id: row.id, name: row.serial },
    smib: row.smib_id ? { _id: row.smib_id, name: row.mac ?? '' } : null,
    records: [{ level: 'record', of: 'slot', id: row.id, name: row.serial, values: registered(row) }],
  }))
}

/** What the registration of a slot says about how it speaks. */
function registered({
  sas_address,
  protocol,
  denomination_minor,
  asset_no,
  theoretical_rtp,
}: {
  sas_address: number | null
  protocol: string
  denomination_minor: number
  asset_no: string | null
  theoretical_rtp: number | null
}): Record<string, SettingValue> {
  const version = /^SAS (\d\.\d\d)$/.exec(protocol)?.[1]
  const asset = asset_no !== null && /^\d{1,10}$/.test(asset_no) ? Number(asset_no) : 0
  return {
    denomination: denomination_minor,
    ...(sas_address !== null && { sas_address }),
    ...(version && { sas_version: version }),
    ...(asset > 0 && asset <= 0xffff_ffff && { asset_number: asset }),
    ...(theoretical_rtp !== null && { base_percent: theoretical_rtp }),
  }
}
