/** The history of the demo network that is being made now, before those that wait for it. */
import { z } from 'zod'
import { currentTasksContract } from '../../backend/platform/tasks/tasks.contract'

export const historyQuestion = {
  permission: currentTasksContract.permissions.list,
  path: '/api/tasks/v1/current',
  body: {
    rowsPerPage: 1,
    exactFields: ['kind'],
    exactValues: ['demo_history'],
    sortBy: ['state'],
    sortDirection: ['DESC'],
  },
  shape: z.looseObject({ rows: z.array(currentTasksContract.row) }),
}
export type HistoryAnswer = z.output<typeof historyQuestion.shape>
