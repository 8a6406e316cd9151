/** On the page of what a second person has to approve: that somebody has asked already, and where that is answered. */
import type { WaitingRequest } from '../../../backend/workflow/second-person/waiting.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../names'
import { Alert } from '../../ui/alert'

export const approvalHref = (id: string): string => `${resourcePaths.approvals}/${id}`

export function Asked({ waiting }: { waiting: WaitingRequest }) {
  const { t, format } = useShell()
  return (
    <Alert
      tone="info"
      className="mb-2"
      title={t('approvals:ask.waits', { name: waiting.asked_by, until: format.dateTime(waiting.expires_at) })}
    >
      <a className="link" href={approvalHref(waiting._id)}>
        {t('approvals:ask.open')}
      </a>
    </Alert>
  )
}
