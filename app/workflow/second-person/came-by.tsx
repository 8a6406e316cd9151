/** An edit that two people made links to the requests that made it and that revert it. */
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
