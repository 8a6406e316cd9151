import type { Config } from '../../../backend/platform/layered-settings/config.contract'
import { useShell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'

const marks = { never_asked: 'muted', waiting: 'warn', taken: 'info', running: 'good' } as const

/** How far this configuration has come: SMIBs ask for it, nobody pushes it into them. */
export function SmibNote({ board: smib }: { board: NonNullable<Config['board']> }) {
  const { t, format, now } = useShell()
  const when =
    smib.state === 'running' ? smib.running_since : smib.state === 'taken' ? smib.taken_at : smib.asked_at
  return (
    <p className="prose-width" role="status">
      <Status mark={marks[smib.state]}>{t(`config:board.${smib.state}`)}</Status>
      {when === null ? null : (
        <>
          {' · '}
          <Time at={when} text={format.age(when, now)} exact={format.exact(when)} />
        </>
      )}
      {' · '}
      <span>
        {t('config:board.version')} <code>{smib.current_version}</code>
      </span>
    </p>
  )
}
