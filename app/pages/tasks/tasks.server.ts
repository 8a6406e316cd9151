import { completedTasksContract, currentTasksContract } from '../../../backend/tasks/tasks.contract'
import type { ListQuery } from '../../engine/list/list-query'
import type { PlainAsk } from '../../engine/list/plain.server'
import { isCompleted, type Task } from './task'

/** Which of the two lists is asked is no filter of theirs; how a task ended is one of the second alone. */
export const askTasks: PlainAsk<Task> = ({ api }, request, query) => {
  if (!isCompleted(query))
    return api(currentTasksContract).list({ ...request, exactFields: [], exactValues: [] })
  return api(completedTasksContract).list({ ...request, ...endingsOf(query) })
}

const endingsOf = ({ filters: { state } }: ListQuery) =>
  state ? { exactFields: ['state'], exactValues: [state] } : { exactFields: [], exactValues: [] }
