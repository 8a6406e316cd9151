import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { invalidField, mostReached } from '../../platform/contract/problem'
import { derived, plain, readOnly, readOnlyRefTo, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { plainAddress, wrongIn, type Reach } from './address'
import { MOST_WEBHOOKS, webhookDeliveriesContract, webhooksContract } from './webhooks.contract'

type Writing = WriteContext<typeof webhooksContract>

export const webhooksStoreFor = (reach: Reach) =>
  defineStore(webhooksContract, {
    table: 'webhooks',
    columns: {
      address: { ...plain('address'), write: value => ({ address: plainAddress(String(value)) }) },
      kinds: {
        of: ['kinds'],
        read: row => JSON.parse(String(row.kinds)) as string[],
        write: value => ({ kinds: JSON.stringify(value) }),
      },
      tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
      location: refTo('location_id', 'locations', 'name'),
      starts_with: readOnly('starts_with'),
      rotated_at: readOnly('rotated_at'),
      previous_until: derived(['previous_until'], ({ previous_until }, now) =>
        previous_until !== null && Number(previous_until) > now ? previous_until : null,
      ),
    },
    search: ({ name, address }) => [name, address] as string[],
    // A webhook sends data out of the house, and would reveal more than they may see.
    mayChange: demandWhole,
    returning: async (db, { tenant_id }) => {
      if (!(await hasRoom(db, String(tenant_id)))) throw mostReached()
    },
    prepare: writing => prepare(writing, reach),
  })

async function prepare({ db, scope, before, input }: Writing, reach: Reach): Promise<Stored> {
  const wrong = wrongIn(input.address, reach)
  if (wrong) throw invalidField('address', wrong)
  const tenant = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
  if (tenant === null) throw invalidField('tenant', 'required')
  if (input.tenant !== null && input.tenant !== tenant)
    throw invalidField('tenant', before ? 'fixed' : 'unknown')
  if (scope.tenantId !== null && tenant !== scope.tenantId) throw invalidField('tenant', 'unknown')
  if (input.location !== null) {
    const location = await db
      .selectFrom('locations')
      .select('tenant_id')
      .where('id', '=', input.location)
      .executeTakeFirst()
    if (!location || (scope.tenantId !== null && location.tenant_id !== scope.tenantId))
      throw invalidField('location', 'unknown')
    if (location.tenant_id !== tenant) throw invalidField('location', 'other_tenant')
  }
  if (before) return { tenant_id: tenant }
  const known = await db.selectFrom('tenants').select('id').where('id', '=', tenant).executeTakeFirst()
  if (!known) throw invalidField('tenant', 'unknown')
  if (!(await hasRoom(db, tenant))) throw invalidField('name', 'too_many', { limit: MOST_WEBHOOKS })
  return {
    tenant_id: tenant,
    // Until its secret is made, in the same transaction.
    sealed: '',
    starts_with: '',
    previous_sealed: null,
    previous_until: null,
    rotated_at: null,
  }
}

async function hasRoom(db: Db, tenantId: string): Promise<boolean> {
  const { total } = await db
    .selectFrom('webhooks')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total) < MOST_WEBHOOKS
}

export const webhookDeliveriesStore = defineStore(webhookDeliveriesContract, {
  table: 'webhook_deliveries',
  columns: {
    message: derived(['id'], row => messageId(String(row.id))),
    webhook: readOnlyRefTo('receiver_id', 'webhooks', 'name'),
    channel: readOnlyRefTo('receiver_id', 'notification_channels', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    kind: readOnly('kind'),
    state: readOnly('state'),
    attempts: readOnly('attempts'),
    replays: readOnly('replays'),
    next_at: derived(['state', 'next_at'], row => (row.state === 'waiting' ? row.next_at : null)),
    answer_code: readOnly('answer_code'),
    answer: readOnly('answer'),
    problem: readOnly('problem'),
    delivered_at: readOnly('delivered_at'),
    body: readOnly('body'),
  },
  search: ({ search }) => [search as string],
  // What is sent to a person's own browsers is theirs alone.
  only: sql`t.user_id is null`,
  filters: {
    problem: (value: string) => sql<boolean>`t.problem = ${value} and t.state <> 'delivered'`,
  },
})

export const messageId = (id: string): string => `msg_${id}`
