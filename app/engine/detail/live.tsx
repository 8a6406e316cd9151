import { useShell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'
import type { Mark } from '../../ui/tone'
import type { LiveStatus } from './detail.server'

const marks: Record<LiveStatus['state'], Mark> = {
  online: 'good',
  stale: 'warn',
  offline: 'bad',
  never: 'muted',
}

/** Online, stale or offline, since when; for what holds many slots, how many of them. */
export function Live({
  live: { state, since, online, total },
  isShown,
}: {
  live: LiveStatus
  isShown: boolean
}) {
  const { t, format, now } = useShell()
  return (
    <>
      {isShown ? null : <Status mark={marks[state]}>{t(`engine:live.${state}`)}</Status>}
      {since === null ? null : (
        <Time
          at={since}
          text={t('engine:live.since', { age: format.duration(Math.max(0, now - since)) })}
          exact={format.exact(since)}
        />
      )}
      {total === undefined || online === undefined ? null : (
        <span>
          {t('engine:live.online_of', { online: format.number(online), total: format.number(total) })}
        </span>
      )}
    </>
  )
}
