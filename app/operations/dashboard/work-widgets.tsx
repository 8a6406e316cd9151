/** Widgets of tasks and notifications, the newest in a small table. */
import type { DataOf } from '../../../backend/operations/dashboard/dashboard.contract'
import { severityMarks } from '../../telemetry/events/events'
import { useShell } from '../../console/shell-context'
import { notificationText } from '../../islands/notification-text'
import { resourcePaths } from '../../addresses/names'
import { TASKS, taskTitle } from '../../platform/tasks/task'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Tile, Tiles } from '../../ui/tiles'
import { Time } from '../../ui/time'

interface Props<Kind extends 'tasks' | 'notifications'> {
  data: DataOf<Kind>
  name: string
}

export function TaskFigures({ data: { count, rows }, name }: Props<'tasks'>) {
  const { t, format, now } = useShell()
  return (
    <>
      <Tiles label={name}>
        <Tile
          label={t('dashboard:tasks.running')}
          mark="info"
          value={format.number(count)}
          isNone={count === 0}
          href={`${TASKS}?show=current`}
        />
      </Tiles>
      {rows.length > 0 ? (
        <DataTable
          caption={t('dashboard:tasks.newest')}
          columns={[
            { key: 'task', label: t('dashboard:tasks.task') },
            { key: 'progress', label: t('tasks:fields.progress'), numeric: true, rank: 2 },
            { key: 'since', label: t('dashboard:since'), rank: 3 },
          ]}
          rows={rows.map(task => ({
            key: task._id,
            cells: [
              <a key="task" href={`${TASKS}/${task._id}`}>
                {taskTitle(t, task)}
              </a>,
              format.percent(Math.floor(task.progress / 100) * 100),
              <Time
                key="since"
                at={task.since}
                text={format.age(task.since, now)}
                exact={format.exact(task.since)}
              />,
            ],
          }))}
        />
      ) : null}
    </>
  )
}

export function NotificationFigures({ data: { count, capped, rows }, name }: Props<'notifications'>) {
  const { t, format, locale, now } = useShell()
  const words = {
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  }
  const known = rows.flatMap(one => {
    const read = notificationText(one, locale, words)
    return read ? [{ id: one.id, severity: one.severity, timestamp: one.timestamp, ...read }] : []
  })
  return (
    <>
      <Tiles label={name}>
        <Tile
          label={t('dashboard:notifications.open')}
          mark="warn"
          value={format.count(count, capped)}
          isNone={count === 0}
          href={`${resourcePaths.notifications}?confirmed=0`}
        />
      </Tiles>
      {known.length > 0 ? (
        <DataTable
          caption={t('dashboard:notifications.newest')}
          columns={[
            { key: 'text', label: t('dashboard:notifications.what') },
            { key: 'subject', label: t('dashboard:notifications.about'), rank: 2 },
            { key: 'at', label: t('dashboard:since'), rank: 3 },
          ]}
          rows={known.map(({ id, text, subject, href, severity, timestamp }) => ({
            key: id,
            cells: [
              <Status key="text" mark={severityMarks[severity]}>
                {text}
              </Status>,
              href ? (
                <a key="subject" href={href}>
                  {subject}
                </a>
              ) : (
                subject
              ),
              <Time
                key="at"
                at={timestamp}
                text={format.age(timestamp, now)}
                exact={format.exact(timestamp)}
              />,
            ],
          }))}
        />
      ) : null}
    </>
  )
}
