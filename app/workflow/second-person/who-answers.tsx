import {
  answersKind,
  type ApprovalKind,
} from '../../../backend/workflow/second-person/approval-kinds.contract'
import { useShell } from '../../console/shell-context'
import { permissionWords } from '../../i18n/permission-words'
import { Alert } from '../../ui/alert'

interface Request {
  state: string
  own: boolean
  may_answer: boolean
}

/** A request without buttons says who answers it, to its author and to those who lack the right. */
export function WhoAnswers({ kind, row: { state, own, may_answer } }: { kind: ApprovalKind; row: Request }) {
  const { t, can } = useShell()
  if (state !== 'waiting' || may_answer) return null
  const permission = answersKind[kind]
  const right = permissionWords(permission, t).whole
  const why = own ? 'own' : can(permission) ? 'same_person' : 'lacks'
  return (
    <Alert tone="info" className="mb-3">
      <p>{t(`approvals:who.${why}`, { right })}</p>
      {why === 'lacks' ? (
        <a className="link no-print" href={`/user-profile/rights?lacks=${permission}`}>
          {t('users:rights.whom_to_ask')}
        </a>
      ) : null}
    </Alert>
  )
}

/** The same above the page of a list whose rows are requests. */
export const whoAnswers =
  <Row extends Request>(kindOf: (row: Row) => ApprovalKind) =>
  ({ row }: { row: Row }) => <WhoAnswers kind={kindOf(row)} row={row} />
