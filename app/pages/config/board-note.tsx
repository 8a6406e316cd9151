import type { Config } from '../../../backend/config/config.contract'
import { useShell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'

const marks = { never_asked: 'muted', waiting: 'warn', taken: 'info', running: 'good' } as const

/** How far this configuration has come: boards ask for it, nobody pushes it into them. */
export function BoardNote({ board }: { board: NonNullable<Config['board']> }) {
  const { t, format, now } = useShell()
  const when =
    board.state === 'running'
      ? board.running_since
      : board.state === 'taken'
        ? board.taken_at
        : board.asked_at
  return (
    <p className="prose-width" role="status">
      <Status mark={marks[board.state]}>{t(`config:board.${board.state}`)}</Status>
      {when === null ? null : (
        <>
          {' · '}
          <Time at={when} text={format.age(when, now)} exact={format.exact(when)} />
        </>
      )}
      {' · '}
      <span>
        {t('config:board.version')} <code>{board.current_version}</code>
      </span>
    </p>
  )
}
