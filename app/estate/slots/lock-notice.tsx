import {
  isUnderWay,
  type LockDelivery,
  type LockState,
} from '../../../backend/estate/orders/control.contract'
import { codeWord } from './answer-code'
import { useShell } from '../../console/shell-context'
import { CommandWatch } from '../../islands/command-watch-mark'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { resourcePaths } from '../../addresses/names'

/** The columns of a slot's row that `lock_state` is computed from. */
interface Shown {
  _id: string
  lock_state: LockState
  lock_delivery: LockDelivery | null
  lock_ordered_at: number | null
  lock_ordered_by: string | null
  lock_answer_code: string | null
  state: string
}

/**
 * An order that is not done: its author, whether it was sent to the slot, the slot's answer, and how to check again.
 */
export function LockNotice({ row }: { row: Shown }) {
  const { t, format, can } = useShell()
  const { lock_state: state, lock_delivery: delivery, lock_answer_code: code } = row
  const isRefused = state === 'lock_refused' || state === 'unlock_refused'
  if (!isRefused && !isUnderWay(state)) return null
  const here = `${resourcePaths.slots}/${row._id}`
  const control = `/slot/control/${row._id}`
  const isAway = !isRefused && (delivery === 'no_answer' || row.state === 'offline' || row.state === 'never')
  const ordered = {
    by: row.lock_ordered_by ?? '–',
    time: row.lock_ordered_at === null ? '–' : format.dateTime(row.lock_ordered_at),
  }
  return (
    <Alert tone={isRefused ? 'bad' : 'info'} className="mb-2" title={t(`slots:notice.${state}`, ordered)}>
      {code === null ? null : <p>{t('slots:notice.why', { why: codeWord(t, code) })}</p>}
      {isAway ? <p>{t('slots:notice.away')}</p> : null}
      {delivery === 'pending' && can('slot::get') ? (
        <CommandWatch t={t} href={`${control}/open.json`} here={here} />
      ) : null}
      <div className="no-print mt-2 flex flex-wrap gap-2">
        <LinkButton href={here} icon="refresh">
          {t('slots:notice.refresh')}
        </LinkButton>
        {can('slot::get') ? <LinkButton href={control}>{t('control:link')}</LinkButton> : null}
      </div>
    </Alert>
  )
}
