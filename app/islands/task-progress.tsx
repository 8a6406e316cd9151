/** A task's progress bar, with its words. */
import { Island } from './island'
import type { ProgressProps } from './progress'

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
  return <Island name="progress" props={{ task, locale, reload, words: { label, states } }} />
}
