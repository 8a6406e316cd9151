/** On the page of an edit that two people made: the ways to the requests that it came by, and was taken back by. */
import { useShell } from '../../console/shell-context'
import { approvalHref } from './asked'

export function CameBy({ row }: { row: { approval: string | null; back_approval: string | null } }) {
  const { t } = useShell()
  const ways = [
    { id: row.approval, label: 'approvals:came_by.made' },
    { id: row.back_approval, label: 'approvals:came_by.taken_back' },
  ]
  return ways.map(({ id, label }) =>
    id === null ? null : (
      <p key={label}>
        <a className="link" href={approvalHref(id)}>
          {t(label)}
        </a>
      </p>
    ),
  )
}
