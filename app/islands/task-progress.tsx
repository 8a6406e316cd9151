/** A task's progress bar, with its words. */
import { Island } from './island'
import { ALL, progressWords, type ProgressProps } from './progress'

interface TaskProgressProps {
  t: (key: string) => string
  locale: string
  task: ProgressProps['task']
  label: string
  reload?: boolean
}

export function TaskProgress({ t, locale, task, label, reload }: TaskProgressProps) {
  const states = {
    queued: t('tasks:state.queued'),
    running: t('tasks:state.running'),
    done: t('tasks:state.done'),
    failed: t('tasks:state.failed'),
    cancelled: t('tasks:state.cancelled'),
  }
  return (
    <Island name="progress" props={{ task, locale, reload, states }}>
      <div className="progress-line">
        <progress className="progress" max={ALL} value={task.progress} aria-label={label} />
        <span role="status">{progressWords(task, { locale, states })}</span>
      </div>
    </Island>
  )
}
