/** What became of a channel's last test: whether the other side took it, and the beginning of what it answered. */
import type { RowOf } from '../../../backend/platform/contract/contract'
import type { notificationChannelsContract } from '../../../backend/workflow/webhooks/notification-channels.contract'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'

type Shown = Pick<
  RowOf<typeof notificationChannelsContract>,
  'tested_at' | 'test_ms' | 'test_problem' | 'test_code' | 'test_answer'
>

export function LastTest({ row }: { row: Shown }) {
  const { t, format } = useShell()
  if (row.tested_at === null) return null
  const at = format.dateTime(row.tested_at)
  if (row.test_ms === null)
    return (
      <Alert tone="info" className="mb-2" title={t('notification-channels:test.waiting', { at })}>
        <p>{t('notification-channels:test.later')}</p>
      </Alert>
    )
  const isGood = row.test_problem === null
  return (
    <Alert
      tone={isGood ? 'good' : 'warn'}
      className="mb-2"
      title={t(isGood ? 'notification-channels:test.taken' : 'notification-channels:test.refused', { at })}
    >
      <p>
        {[
          row.test_problem === null ? null : t(`notification-channels:test_problem.${row.test_problem}`),
          row.test_code === null ? null : t('notification-channels:test.code', { code: row.test_code }),
          t('notification-channels:test.took', { ms: format.number(row.test_ms) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {row.test_answer === null ? null : (
        <p className="break-words">
          {t('notification-channels:test.answer')} <q>{row.test_answer}</q>
        </p>
      )}
    </Alert>
  )
}
