/** A page whose action needs a second person says that a request waits already, and links to where it is answered. */
import type { WaitingRequest } from '../../../backend/workflow/second-person/waiting.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import type { Translate } from '../../i18n/locales'
import { Alert } from '../../ui/alert'

export const approvalHref = (id: string): string => `${resourcePaths.approvals}/${id}`

/** What an order leads to that waits for a second person. */
export const requested = (t: Translate, id: string) => ({
  to: approvalHref(id),
  message: t('approvals:ask.done'),
})

export function PendingRequest({ waiting }: { waiting: WaitingRequest }) {
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
