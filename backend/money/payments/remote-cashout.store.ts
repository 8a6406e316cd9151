import { sql } from 'kysely'
import { derived, moneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { openStates } from './payment-states.contract'
import { remoteCashoutContract } from './remote-cashout.contract'

const { write: _write, ...amount } = moneyIn('amount_minor', 'currency')
const answers: Readonly<Record<string, string>> = {
  queued: 'ordered',
  sent: 'ordered',
  done: 'confirmed',
  refused: 'refused',
}
const ofReset = (column: string) => () =>
  sql`(select c.${sql.ref(column)} from machine_commands c where c.id = t.reset_command_id)`

/**
 * Payments out of slots that are not over. One that is stays readable by its id: whoever reset it sees what became of
 * it.
 */
export const remoteCashoutStore = defineStore(remoteCashoutContract, {
  table: 'payment_transactions',
  only: sql<boolean>`t.direction = 'cash_out'`,
  within: () => sql<boolean>`t.state in (${sql.join(openStates)})`,
  columns: {
    provider_ref: readOnly('provider_ref'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    timestamp: readOnly('occurred_at'),
    amount,
    state: readOnly('state'),
    expires_at: readOnly('expires_at'),
    aft_transaction_id: readOnly('aft_transaction_id'),
    credits_before: readOnly('credits_before'),
    reset: derived(['reset_state'], ({ reset_state }) =>
      typeof reset_state === 'string' ? (answers[reset_state] ?? 'no_answer') : 'none',
    ),
    reset_at: derived(['reset_at'], ({ reset_at }) => (reset_at == null ? null : Number(reset_at))),
    reset_by: derived(['reset_by'], ({ reset_by }) => reset_by ?? null),
  },
  reads: {
    reset_state: ofReset('state'),
    reset_at: ofReset('created_at'),
    reset_by: ofReset('created_by_name'),
  },
  search: ({ provider_ref }) => [provider_ref as string],
})
