import { sql } from 'kysely'
import type { CommandState } from '../../estate/orders/control.contract'
import { absent, derived, moneyIn, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsRecords } from '../../platform/db/words-of'
import { aftStateOf } from './aft.service'
import { jackpotWinsContract, type AftState } from './jackpots.contract'
import { PARTS } from './level-value'
import type { WinEvidence } from './win-record.service'

const evidence = (what: 'value_before' | 'value_after') =>
  derived(['evidence', 'currency'], row => ({
    minor: (JSON.parse(String(row.evidence)) as WinEvidence)[what],
    currency: row.currency,
  }))
const { write: _write, ...won } = moneyIn('amount_minor', 'currency')
const pointOf = derived(['point_minor', 'currency'], row =>
  row.point_minor === null ? null : { minor: Number(row.point_minor), currency: row.currency },
)

/** The columns that `aftOf` reads. */
const aftReads = ['aft_command_state', 'aft_sent_at', 'aft_answer_code', 'aft_answer']

function aftOf(row: Stored): AftState | null {
  if (row.aft_command_state === null) return null
  return aftStateOf({
    state: row.aft_command_state as CommandState,
    sent_at: row.aft_sent_at as number | null,
    answer_code: row.aft_answer_code as string | null,
    answer: row.aft_answer as string | null,
  })
}

const ofCommand = (column: string) => () =>
  sql`(select c.${sql.ref(column)} from machine_commands c where c.id = t.aft_command_id)`

export const jackpotWinsStore = defineStore(jackpotWinsContract, {
  table: 'jackpot_wins',
  columns: {
    number: readOnly('number'),
    jackpot: readOnlyRefTo('jackpot_id', 'jackpots', 'name'),
    level: readOnlyRefTo('level_id', 'jackpot_levels', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    timestamp: readOnly('won_at'),
    amount: won,
    state: readOnly('state'),
    slot_state: readOnly('slot_state'),
    run: readOnly('run'),
    point: pointOf,
    point_nonce: readOnly('point_nonce'),
    point_hash: readOnly('point_hash'),
    value_before: evidence('value_before'),
    value_after: evidence('value_after'),
    stopped_at: readOnly('stopped_at'),
    paid_at: readOnly('paid_at'),
    paid_by: readOnly('paid_by'),
    payment_method: readOnly('payment_method'),
    aft_state: derived(aftReads, row => aftOf(row)),
    aft_code: derived(['aft_answer_code'], row => row.aft_answer_code ?? null),
    aft_transaction_id: readOnly('aft_transaction_id'),
    paid_twice: derived(
      [...aftReads, 'payment_method'],
      row => aftOf(row) === 'done' && row.payment_method !== 'aft',
    ),
    payment_reason: readOnly('payment_reason'),
    reset_at: readOnly('reset_at'),
    contributions: absent,
  },
  reads: {
    aft_command_state: ofCommand('state'),
    aft_sent_at: ofCommand('sent_at'),
    aft_answer_code: ofCommand('answer_code'),
    aft_answer: ofCommand('answer'),
  },
  more: ({ db }, row) => namedContributions(db, row),
  // Each column names a thing of the row's own tenant.
  names: { resourceId: null },
  filters: {
    resourceId: (id: string) =>
      sql<boolean>`${id} in (t.jackpot_id, t.level_id, t.tenant_id, t.location_id, t.slot_id)`,
    // Wins of a thing of this type: each has one of each.
    type: (type: string) => sql<boolean>`${sql.ref(`t.${type}_id`)} is not null`,
  },
  search: ({ number }) => [number as string],
  searchedIn: wordsOfItsRecords(
    { slots: 'slot_id', locations: 'location_id', jackpots: 'jackpot_id', jackpot_levels: 'level_id' },
    ['number'],
  ),
})

/** Adds who contributed what to a win, by name. */
async function namedContributions(db: Db, row: Stored): Promise<void> {
  const win = await db
    .selectFrom('jackpot_wins')
    .select(['evidence', 'currency', 'slot_id'])
    .where('id', '=', String(row._id))
    .executeTakeFirstOrThrow()
  const {
    contributions,
    value_before,
    parts_before = value_before * PARTS,
  } = JSON.parse(win.evidence) as WinEvidence
  const slots = await namesOf(
    db,
    contributions.map(one => one.slot_id),
  )
  const money = (parts: number) => ({ minor: Math.floor(parts / PARTS), currency: win.currency })
  const winner = contributions.findIndex(one => one.slot_id === win.slot_id)
  let level = parts_before
  row.contributions = contributions.map(({ slot_id, parts, last_at }, nr) => ({
    slot: { _id: slot_id, name: slots.get(slot_id) ?? slot_id },
    amount: money(parts),
    at: last_at,
    level_after: money((level += parts)),
    counts: nr === winner ? 'wins' : nr > winner && winner >= 0 ? 'next_run' : 'before',
  }))
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('slots').select(['id', 'serial']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, serial }) => [id, serial]))
}
