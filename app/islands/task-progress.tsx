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
    queued: t('notifications:tasks.queued'),
    running: t('notifications:tasks.running'),
    done: t('notifications:tasks.done'),
    failed: t('notifications:tasks.failed'),
    cancelled: t('notifications:tasks.cancelled'),
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
