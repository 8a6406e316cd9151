/** What a task worked on, over which days and why, as its result says. */
import { aboutSubject, type TaskSubject } from '../../../backend/platform/tasks/task-subject.contract'
import { useShell } from '../../console/shell-context'
import type { Format } from '../../i18n/format'
import { resourceOf } from '../../engine/definition/subjects'
import { pathOf } from '../../addresses/names'
import type { Task } from './task'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'

export function Subject({ task }: { task: Task }) {
  const { t, format } = useShell()
  const subject = aboutSubject.safeParse(task.result).data?.subject
  if (!subject) return null
  const { type, _id, name, reason } = subject
  const record = `${pathOf(resourceOf[type])}/${_id}`
  return (
    <Section title={t('tasks:subject.title')}>
      <Facts
        items={[
          {
            key: 'of',
            label: t(`events:fields.${type}`),
            value: (
              <a className="link" href={task.kind === 'set_back' ? `/held/${type}/${_id}` : record}>
                {name}
              </a>
            ),
          },
          {
            key: 'span',
            label: t(`tasks:subject.${subject.through === null ? 'since' : 'days'}`),
            value: spanOf(subject, format),
          },
          { key: 'reason', label: t('tasks:subject.reason'), value: reason, wide: true },
        ]}
      />
    </Section>
  )
}

/** An instant has its time. */
function spanOf({ from, through }: TaskSubject, format: Format): string {
  if (through !== null) return `${format.gamingDay(from)} – ${format.gamingDay(through)}`
  return from.includes('T') ? format.dateTime(Date.parse(from)) : format.gamingDay(from)
}
