import { absent, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsRecords } from '../../platform/db/words-of'
import { winReportsContract } from './win-reports.contract'
import { reportsOf } from './match.service'

const amountOf = (row: Stored, minor: unknown) =>
  minor === null ? null : { minor: Number(minor), currency: row.currency }

export const winReportsStore = defineStore(winReportsContract, {
  table: 'jackpot_tellings',
  columns: {
    timestamp: readOnly('from_at'),
    state: readOnly('state'),
    cause: readOnly('cause'),
    amount: {
      column: 'amount_minor',
      of: ['amount_minor', 'currency'],
      read: row => amountOf(row, row.amount_minor),
    },
    level_nr: readOnly('level_nr'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    level: readOnlyRefTo('level_id', 'jackpot_levels', 'name'),
    win: readOnlyRefTo('win_id', 'jackpot_wins', 'number'),
    last_at: readOnly('to_at'),
    reports: absent,
    decided_by: readOnly('decided_by'),
    decided_at: readOnly('decided_at'),
    decision_reason: readOnly('decision_reason'),
  },
  more: async ({ db }, row) => {
    const stored = await db
      .selectFrom('jackpot_tellings')
      .select(['evidence', 'currency'])
      .where('id', '=', String(row._id))
      .executeTakeFirstOrThrow()
    row.reports = reportsOf(stored).map(({ code, at, level, amount }) => ({
      code,
      at,
      level,
      amount: amountOf({ currency: stored.currency }, amount),
    }))
  },
  search: () => [],
  searchedIn: wordsOfItsRecords({ slots: 'slot_id', locations: 'location_id', jackpot_levels: 'level_id' }),
})
