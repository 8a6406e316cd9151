/** While the demo network's past is still being made, figures are missing: this says why, and how far it has come. */
import { z } from 'zod'
import { currentTasksContract } from '../../../backend/platform/tasks/tasks.contract'
import { useShell } from '../../console/shell-context'
import { TaskProgress } from '../../islands/task-progress'

/** The history that is being made now, before those that wait for it. */
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

export function HistoryLine({ answer }: { answer: HistoryAnswer | null }) {
  const { t, locale } = useShell()
  const task = answer?.rows[0]
  if (!task) return null
  const title = t([task.title, 'tasks:kinds.other'])
  return (
    <div className="mb-2">
      {t('tasks:making')}{' '}
      <a className="link" href={`/advanced/tasks/${task._id}`}>
        {title}
      </a>{' '}
      <TaskProgress
        t={t}
        locale={locale}
        task={{ id: task._id, state: task.state, progress: task.progress, note: task.progress_note }}
        label={title}
      />
    </div>
  )
}
