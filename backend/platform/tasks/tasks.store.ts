import { currentTasksContract, type TaskState } from './tasks.contract'
import { derived, readOnly, readOnlyFlag, readOnlyRefTo } from '../store/columns'
import { defineStore } from '../store/store'
import { wordsOfTask } from './task-names'

const json = (column: string) =>
  derived([column], row => (row[column] == null ? null : JSON.parse(String(row[column]))))

export const tasksStore = defineStore(currentTasksContract, {
  table: 'tasks',
  ownedBy: 'tenant_id',
  columns: {
    kind: readOnly('kind'),
    title: readOnly('title'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    state: readOnly('state'),
    progress: readOnly('progress'),
    progress_note: readOnly('progress_note'),
    attempts: readOnly('attempts'),
    cancel_requested: readOnlyFlag('cancel_requested'),
    created_by: readOnly('created_by'),
    create_time: readOnly('created_at'),
    started_at: readOnly('started_at'),
    finished_at: readOnly('finished_at'),
    error: readOnly('error'),
    result: json('result'),
  },
  search: ({ kind, created_by }) => [kind, created_by] as string[],
  searchedIn: wordsOfTask,
})

export const currentStates: TaskState[] = ['queued', 'running']
export const completedStates: TaskState[] = ['done', 'failed', 'cancelled']
