/** On every page, while it is looked at as somebody else. */
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { useShell } from './shell-context'

const END_VIEWING = '/auth/viewing/end'

export function ViewingNote() {
  const { user, t, format } = useShell()
  if (!user?.viewing) return null
  const { by, until } = user.viewing
  return (
    <Alert tone="warn" className="mb-2">
      <form method="post" action={END_VIEWING}>
        {t('console:viewing.note', { name: user.username, by, time: format.time(until) })}{' '}
        <Button size="sm">{t('console:viewing.end')}</Button>
      </form>
    </Alert>
  )
}
