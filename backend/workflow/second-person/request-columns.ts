/** The columns that stores of requests share; `t` is their table. */
import { sql, type RawBuilder } from 'kysely'
import { derived, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import type { ApprovalAnswer } from './approval-kinds.contract'

export const requestColumns = {
  tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
  location: readOnlyRefTo('location_id', 'locations', 'name'),
  asked_by: readOnly('asked_by'),
  expires_at: readOnly('expires_at'),
  answered_by: readOnly('answered_by'),
  answered_at: readOnly('answered_at'),
  answer_reason: readOnly('answer_reason'),
}

/** The state of a request, as it is stored or by time alone. `approvedAs`: what a list calls an approved one. */
export const stateOf = (approvedAs = 'approved') => ({
  column: derived(['answer', 'expires_at'], ({ answer, expires_at }: Stored, now) =>
    answer === 'approved' ? approvedAs : (answer ?? (Number(expires_at) <= now ? 'expired' : 'waiting')),
  ),
  filter: (value: string, now: number): RawBuilder<boolean> =>
    value === 'waiting'
      ? sql<boolean>`t.answer is null and t.expires_at > ${now}`
      : value === 'expired'
        ? sql<boolean>`(t.answer = 'expired' or t.answer is null and t.expires_at <= ${now})`
        : sql<boolean>`t.answer = ${value === approvedAs ? ('approved' satisfies ApprovalAnswer) : value}`,
})
