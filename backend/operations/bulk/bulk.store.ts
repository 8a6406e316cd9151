import { derived, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { answerCounts, bulkContract } from './bulk.contract'

const choiceOf = (name: 'with_credits' | 'with_offline') =>
  derived(['input'], row => (JSON.parse(String(row.input)) as Record<string, unknown>)[name] === true)
const numbers = [
  'total',
  'planned',
  'done',
  'skipped',
  'failed',
  'stopped',
  ...answerCounts,
  'wave_size',
  'wave_pause_ms',
] as const
const counted = Object.fromEntries(numbers.map(name => [name, readOnly(name)])) as Record<
  (typeof numbers)[number],
  ReturnType<typeof readOnly>
>

export const bulkStore = defineStore(bulkContract, {
  table: 'bulk_jobs',
  ownedBy: 'tenant_id',
  columns: {
    ...counted,
    action: readOnly('action'),
    state: readOnly('state'),
    outcome: readOnly('outcome'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    reason: readOnly('reason'),
    next_wave_at: readOnly('next_wave_at'),
    with_credits: choiceOf('with_credits'),
    with_offline: choiceOf('with_offline'),
    unlock_at: readOnly('unlock_at'),
    unlock_zone: readOnly('unlock_zone'),
    unlock_state: readOnly('unlock_state'),
    origin_id: readOnly('origin_id'),
    origin_kind: readOnly('origin_kind'),
    task_id: readOnly('task_id'),
    created_by: readOnly('created_by_name'),
    confirmed_by: readOnly('actor_name'),
    confirmed_at: readOnly('confirmed_at'),
    started_at: readOnly('started_at'),
    finished_at: readOnly('finished_at'),
  },
  search: ({ reason, created_by_name }) => [reason, created_by_name] as string[],
})
