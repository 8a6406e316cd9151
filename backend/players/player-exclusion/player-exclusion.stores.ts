import { invalidField } from '../../platform/contract/problem'
import { sql } from 'kysely'
import { derived, plain, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { blacklistsContract } from './blacklists.contract'
import { onjnExclusionsContract } from './onjn-exclusions.contract'
import { playerScansContract } from './player-scans.contract'
import { selfExclusionsContract } from './self-exclusions.contract'
import {
  countryOf,
  dayAfter,
  endOf,
  MINIMUM_MONTHS,
  monthsAfter,
  placeOf,
  stateFilter,
  termColumns,
  termReads,
} from './terms'

const tenant = readOnlyRefTo('tenant_id', 'tenants', 'name')

export const selfExclusionsStore = defineStore(selfExclusionsContract, {
  table: 'self_exclusions',
  columns: {
    ...termColumns,
    registered_at: readOnly('registered_at'),
    min_until: readOnly('min_until'),
  },
  search: ({ document_no, reason }) => [document_no as string | null, reason as string | null],
  reads: termReads,
  filters: { state: stateFilter },
  prepare: async ({ db, scope, now, input }) => {
    const { tenantId, zone } = await placeOf(db, scope, input)
    const from = dayAfter(now, zone)
    const least = monthsAfter(from, MINIMUM_MONTHS[countryOf(zone)], zone)
    const to = input.until_date === null ? null : endOf(input.until_date, zone)
    // A court may order less; nobody else may agree to it.
    if (to !== null && (input.source === 'court' ? to <= from : to < least))
      throw invalidField('until_date', 'before_minimum')
    return {
      tenant_id: tenantId,
      registered_at: now,
      valid_from: from,
      valid_to: to,
      min_until: least,
      cancelled_at: null,
    }
  },
})

export const blacklistsStore = defineStore(blacklistsContract, {
  table: 'blacklists',
  columns: { ...termColumns, cause: plain('cause') },
  search: ({ reason }) => [reason as string | null],
  reads: termReads,
  filters: { state: stateFilter },
  prepare: async ({ db, scope, now, input }) => {
    const { tenantId, zone } = await placeOf(db, scope, input)
    const to = input.until_date === null ? null : endOf(input.until_date, zone)
    if (to !== null && to <= now) throw invalidField('until_date', 'in_the_past')
    return { tenant_id: tenantId, valid_from: now, valid_to: to, cancelled_at: null }
  },
})

const onjnStateOf = ({ removed_at, valid_from }: Stored, now: number) =>
  removed_at !== null ? 'removed' : Number(valid_from) > now ? 'pending' : 'active'

export const onjnExclusionsStore = defineStore(onjnExclusionsContract, {
  table: 'onjn_exclusions',
  columns: {
    tenant,
    mark: readOnly('mark'),
    state: derived(['removed_at', 'valid_from'], onjnStateOf),
    added_on: readOnly('added_on'),
    valid_from: readOnly('valid_from'),
    removed_at: readOnly('removed_at'),
  },
  search: ({ mark }) => [mark as string],
  filters: {
    state: (value: string, now: number) =>
      value === 'removed'
        ? sql<boolean>`t.removed_at is not null`
        : value === 'pending'
          ? sql<boolean>`t.removed_at is null and t.valid_from > ${now}`
          : sql<boolean>`t.removed_at is null and t.valid_from <= ${now}`,
  },
})

export const playerScansStore = defineStore(playerScansContract, {
  table: 'player_scans',
  columns: {
    tenant,
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    player: readOnlyRefTo('player_id', 'players', 'name'),
    document_type: readOnly('document_type'),
    document: readOnly('document'),
    answer: readOnly('answer'),
    cause: readOnly('cause'),
    shown: readOnly('shown'),
    list_as_of: readOnly('list_as_of'),
    device: readOnly('device'),
    operator_name: readOnly('operator_name'),
    took_ms: readOnly('took_ms'),
  },
  search: ({ document, operator_name }) => [document as string | null, operator_name as string],
})
