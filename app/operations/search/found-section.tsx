import { SHOWN } from '../../../backend/operations/search/search.contract'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import type { FoundGroup, FoundRow } from './found-group'

/** One kind: the first rows, how many there are, and the way to all of them. */
export function FoundSection({ title, total, list, code, rows }: FoundGroup) {
  const { t, format } = useShell()
  const rest = rows.slice(SHOWN)
  return (
    <Section
      title={title}
      more={
        list ? (
          <a className="link" href={list}>
            {t('search:all', { total: format.number(total) })}
          </a>
        ) : (
          format.number(total)
        )
      }
    >
      <Rows rows={rows.slice(0, SHOWN)} code={code} />
      {rest.length > 0 ? (
        <details className="found-rest">
          <summary className="link">{t('search:more', { total: format.number(rest.length) })}</summary>
          <Rows rows={rest} code={code} />
        </details>
      ) : null}
    </Section>
  )
}

function Rows({ rows, code }: { rows: readonly FoundRow[]; code: boolean }) {
  const { t, format } = useShell()
  return (
    <ul>
      {rows.map(({ href, name, where, amount, archived }) => (
        <li key={href}>
          <a href={href}>
            <span className={code ? 'font-mono' : undefined}>{name}</span>
            {archived ? (
              <Status mark="muted">{t('engine:archived')}</Status>
            ) : (
              <small>{[amount && format.money(amount), where].filter(Boolean).join(' · ')}</small>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
