/** A task's progress bar, with its words. */
import { Island } from './island'
import { ALL, progressWords, type ProgressProps } from './progress'

interface TaskProgressProps {
  t: (key: string) => string
  locale: string
  task: ProgressProps['task']
  label: string
  reload?: ProgressProps['reload']
  /** The state of the job that it works for: between two waves its task waits, and the job does not. */
  job?: string
}

export function TaskProgress({ t, locale, task, label, reload, job }: TaskProgressProps) {
  const isStopping = job === 'stopping'
  const waits = isStopping ? 'stopping' : job === 'running' ? 'between' : 'queued'
  const states = {
    queued: t(`tasks:state.${waits}`),
    running: t(`tasks:state.${isStopping ? 'stopping' : 'running'}`),
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
