/** On the page of an edit that two people made: the ways to the requests that it came by, and is taken back by. */
import { useShell } from '../../console/shell-context'
import { approvalHref } from './pending-request'

interface Edit {
  state: string
  approval: string | null
  back_approval: string | null
}

export function CameBy({ row }: { row: Edit }) {
  const { t } = useShell()
  const isBack = row.state === 'taken_back' || row.state === 'restored'
  const ways = [
    { id: row.approval, label: 'approvals:came_by.made' },
    { id: row.back_approval, label: `approvals:came_by.${isBack ? 'taken_back' : 'asked_back'}` },
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
