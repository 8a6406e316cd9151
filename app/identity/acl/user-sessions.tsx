/** Where a user is signed in, for whoever looks after them: another device, another town. */
import { sessionsPath, signIns } from '../../../backend/identity/profile/profile.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { browserIn } from '../../ui/browser-name'
import { DataTable } from '../../ui/table'

export const userSessions = () =>
  sidePanel({
    title: 'users:sessions.title',
    ask: id => ({ permission: 'acl_user::list', path: sessionsPath(id), shape: signIns }),
    show: ({ sessions }) => <Sessions sessions={sessions} />,
  })

function Sessions({ sessions }: { sessions: (typeof signIns)['_output']['sessions'] }) {
  const { t, format } = useShell()
  if (sessions.length === 0) return <p>{t('users:sessions.none')}</p>
  return (
    <DataTable
      caption={t('users:sessions.title')}
      columns={[
        { key: 'browser', label: t('profile:sessions.browser') },
        { key: 'ip', label: t('profile:sessions.ip'), mono: true, rank: 2 },
        { key: 'started', label: t('profile:sessions.started') },
        { key: 'used', label: t('profile:sessions.used'), rank: 3 },
      ]}
      rows={sessions.map(one => ({
        key: one._id,
        cells: [
          browserIn(one.user_agent) ?? t('profile:sessions.unknown'),
          one.ip ?? '–',
          format.dateTime(one.started_at),
          format.dateTime(one.last_used_at),
        ],
      }))}
    />
  )
}
