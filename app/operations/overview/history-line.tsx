/** While the demo network's past is still being made, figures are missing: this says why, and how far it has come. */
import type { HistoryAnswer } from '../../console/history-question'
import { useShell } from '../../console/shell-context'
import { TaskProgress } from '../../islands/task-progress'

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
