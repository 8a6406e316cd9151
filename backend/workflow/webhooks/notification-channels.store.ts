import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { invalidField, mostReached } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Seal } from '../../platform/secrets/sealed.service'
import { plain, readOnly, refTo, type ColumnMap, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { idsIn, locationFault, locationsIn, nameLocations } from '../news/chosen-locations.service'
import { plainAddress, wrongIn, type Reach } from './address'
import { TELEGRAM } from './channel-request'
import {
  MOST_CHANNELS,
  notificationChannelsContract,
  type ChannelInput,
} from './notification-channels.contract'

type Writing = WriteContext<typeof notificationChannelsContract>

/** Several values of a list, in one column. */
const listIn = (column: string): ColumnMap => ({
  of: [column],
  read: row => JSON.parse(String(row[column])) as string[],
  write: value => ({ [column]: JSON.stringify(value) }),
})

export const notificationChannelsStoreFor = (reach: Reach, sealOf: () => Promise<Seal>) =>
  defineStore(notificationChannelsContract, {
    table: 'notification_channels',
    columns: {
      address: { ...plain('address'), write: value => ({ address: value && plainAddress(String(value)) }) },
      tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
      severities: listIn('severities'),
      kinds: listIn('kinds'),
      locations: locationsIn('locations'),
      sent_to: readOnly('sent_to'),
      secured_at: readOnly('secured_at'),
      tested_at: readOnly('tested_at'),
      test_ms: readOnly('test_ms'),
      test_problem: readOnly('test_problem'),
      test_code: readOnly('test_code'),
      test_answer: readOnly('test_answer'),
    },
    search: ({ name, sent_to, recipient }) => [name, sent_to, recipient] as (string | null)[],
    names: { location: 'locations' },
    filters: {
      location: (value: string) => sql<boolean>`t.locations like ${`%"${value}"%`}`,
    },
    adds: { locations: nameLocations },
    // A channel sends data out of the house, and would reveal more than they may see.
    mayChange: demandWhole,
    returning: async (db, { tenant_id }) => {
      if (!(await hasRoom(db, String(tenant_id)))) throw mostReached()
    },
    prepare: async writing => ({
      ...(await ownerOf(writing)),
      ...(await secured(writing, reach, await sealOf())),
    }),
  })

async function ownerOf({ db, scope, before, input }: Writing): Promise<Stored> {
  const tenant = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
  if (tenant === null) throw invalidField('tenant', 'required')
  if (input.tenant !== null && input.tenant !== tenant)
    throw invalidField('tenant', before ? 'fixed' : 'unknown')
  if (scope.tenantId !== null && tenant !== scope.tenantId) throw invalidField('tenant', 'unknown')
  const known = await db.selectFrom('tenants').select('id').where('id', '=', tenant).executeTakeFirst()
  if (!known) throw invalidField('tenant', 'unknown')
  // What waits was written for the kind that it was.
  if (before && before.kind !== input.kind) throw invalidField('kind', 'fixed')
  const wrong = await locationFault({ db, scope }, input.locations, {
    owner: tenant,
    before: before ? idsIn(before.locations) : [],
  })
  if (wrong) throw invalidField('locations', wrong)
  if (!before && !(await hasRoom(db, tenant)))
    throw invalidField('name', 'too_many', { limit: MOST_CHANNELS })
  const [only, ...others] = input.locations
  return { tenant_id: tenant, location_id: others.length === 0 ? (only ?? null) : null }
}

/**
 * Where it is sent to and by which secret. A secret goes to the address alone with which it was typed, of a gateway in
 * the same header: on one host several people may have places of their own, and a header may be shown or forwarded.
 */
async function secured({ before, input, now }: Writing, reach: Reach, { seal }: Seal): Promise<Stored> {
  const { kind, secret } = input
  const isSecretAddress = kind === 'teams' || kind === 'slack'
  const address = isSecretAddress ? secret : (input.address ?? (kind === 'telegram' ? TELEGRAM : null))
  const wrong = address === null ? null : wrongIn(address, reach)
  if (wrong) throw invalidField(isSecretAddress ? 'secret' : 'address', wrong)
  const elsewhere =
    before &&
    (kind === 'sms'
      ? before.address !== plainAddress(String(address)) || before.header !== input.header
      : !isSecretAddress && before.sent_to !== hostIn(String(address)))
  const needsSecret = kind === 'sms' ? Boolean(elsewhere && before.sealed) : !before?.sealed || elsewhere
  if (secret === null && needsSecret) throw invalidField('secret', 'required')
  return {
    ...unused(input),
    ...(address !== null && { sent_to: hostIn(address) }),
    ...(secret !== null
      ? { sealed: seal(isSecretAddress ? plainAddress(secret) : secret), secured_at: now }
      : !before && { sealed: null, secured_at: null }),
    ...(!before && {
      tested_at: null,
      test_ms: null,
      test_problem: null,
      test_code: null,
      test_answer: null,
    }),
  }
}

const hostIn = (address: string): string => new URL(plainAddress(address)).host

/** Fields that say nothing of this kind are stored empty, whatever they were sent as. */
const unused = ({ kind }: ChannelInput): Stored => ({
  ...((kind === 'teams' || kind === 'slack') && { address: null, recipient: null }),
  ...(kind !== 'sms' && { header: null, template: null }),
})

async function hasRoom(db: Db, tenantId: string): Promise<boolean> {
  const { total } = await db
    .selectFrom('notification_channels')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total) < MOST_CHANNELS
}
