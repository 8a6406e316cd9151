import { sql } from 'kysely'
import { derived, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsRecords } from '../../platform/db/words-of'
import { PARTS } from './level-value'
import { jackpotSnapshotsContract, type SnapshotVerdict } from './snapshots.contract'

const moneyOf = (column: string) =>
  derived([column, 'currency'], row => ({ minor: Number(row[column]), currency: row.currency }))
const partsOf = (column: string) =>
  derived([column, 'currency'], row => ({
    minor: Math.floor(Number(row[column]) / PARTS),
    currency: row.currency,
  }))

/** Contributions that neither the day before nor the day's report accounts for; ten-thousandths of a minor unit. */
function beyond(row: Stored): number | null {
  if (row.is_whole !== 1 || row.before_visible === null) return null
  const rest = (now: string, before: string, added: string) =>
    Number(row[now]) - Number(row[before]) - Number(row[added])
  return rest('visible', 'before_visible', 'added_visible') + rest('hidden', 'before_hidden', 'added_hidden')
}

/** The columns that `beyond` reads. */
const beyondReads = [
  'is_whole',
  'visible',
  'hidden',
  'before_visible',
  'before_hidden',
  'added_visible',
  'added_hidden',
]

function verdictOf(row: Stored): SnapshotVerdict {
  const rest = beyond(row)
  return rest === null ? 'unknown' : rest === 0 ? 'matches' : 'differs'
}

const before = (column: 'visible' | 'hidden') =>
  sql`(select b.${sql.ref(column)} from jackpot_snapshots b where b.level_id = t.level_id and b.location_id = t.location_id and b.gaming_day = t.day_before)`

export const jackpotSnapshotsStore = defineStore(jackpotSnapshotsContract, {
  table: 'jackpot_snapshots',
  columns: {
    day: readOnly('gaming_day'),
    revision: readOnly('revision'),
    level: readOnlyRefTo('level_id', 'jackpot_levels', 'name'),
    jackpot: readOnlyRefTo('jackpot_id', 'jackpots', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    timestamp: readOnly('ends_at'),
    state: readOnly('state'),
    run: readOnly('run'),
    value: moneyOf('value_minor'),
    kept: moneyOf('kept_minor'),
    added: partsOf('added_visible'),
    added_hidden: partsOf('added_hidden'),
    wins: readOnly('wins'),
    won: moneyOf('won_minor'),
    contributed: derived(['visible', 'hidden', 'currency'], row => ({
      minor: Math.floor((Number(row.visible) + Number(row.hidden)) / PARTS),
      currency: row.currency,
    })),
    verdict: derived(beyondReads, verdictOf),
    difference: derived([...beyondReads, 'currency'], row => {
      const rest = beyond(row)
      return rest === null ? null : { minor: Math.floor(rest / PARTS), currency: row.currency }
    }),
  },
  reads: { before_visible: () => before('visible'), before_hidden: () => before('hidden') },
  search: () => [],
  searchedIn: wordsOfItsRecords({
    jackpots: 'jackpot_id',
    jackpot_levels: 'level_id',
    locations: 'location_id',
  }),
})
