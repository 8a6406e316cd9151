import { sql } from 'kysely'
import { ANSWER_WITHIN_MS } from '../../workflow/second-person/asking.service'
import { derived, optionalMoneyIn, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { numberOf } from '../../platform/db/short-ids'
import type { Money } from '../../platform/contract/primitives'
import { repairMeters, repairsContract } from './repairs.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

const { read: readProposed, of: proposedIn } = optionalMoneyIn('proposed_minor', 'currency')

/**
 * What the proposed break books up to the first reading of the new line is stored; it books what the readings held
 * after that one moved, too.
 */
function proposed(row: Stored, now: number): Money | null {
  const first = readProposed(row, now, 'proposed') as Money | null
  if (!first || row.reached === null || row.value_after === null) return first
  const since = (Number(row.reached) - Number(row.value_after)) * Number(row.denomination_minor)
  return { ...first, minor: Number(first.minor) + Math.max(0, since) }
}

/**
 * Where the meter that the row speaks of stood when the line was still held: the reading that proved a new run has
 * booked its own part already.
 */
const reached = sql`(select case t.meter ${sql.join(
  repairMeters.map(name => sql`when ${sql.lit(name)} then r.${sql.ref(name)}`),
  sql` `,
)} end from counter_readings as r where r.slot_nr = ${numberOf(sql`t.slot_id`)} and r.game_nr = t.game_nr
  and r.server_time >= t.crossing and r.server_time <= t.until and (r.held is null or r.held = 'open')
  and (r.server_time = t.crossing or r.server_time < t.until or t.kind not in ('restarted', 'cleared'))
  order by r.server_time desc, r.server_nano desc limit 1)`

export const repairsStore = defineStore(repairsContract, {
  table: 'repairs',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    kind: readOnly('kind'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    game_nr: readOnly('game_nr'),
    crossing: readOnly('crossing'),
    last_at: readOnly('last_at'),
    until: readOnly('until'),
    meter: readOnly('meter'),
    value_before: readOnly('value_before'),
    value_after: readOnly('value_after'),
    proposed: derived([...proposedIn, 'reached', 'value_after', 'denomination_minor'], proposed),
    assignee: readOnly('assignee'),
    due_on: readOnly('due_on'),
    waiting: derived(
      ['waiting_since'],
      (row, now) => row.waiting_since !== null && Number(row.waiting_since) + ANSWER_WITHIN_MS > now,
    ),
  },
  reads: {
    waiting_since: () => sql`(select d.at from repair_decisions d where d.id = t.waiting)`,
    reached: () => reached,
  },
  search: () => [],
  searchedIn: wordsOfItsSlot,
})
