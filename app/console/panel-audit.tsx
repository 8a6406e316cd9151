import { EmptyState } from '../ui/page'
import { Time } from '../ui/time'
import { subjectKind } from './audit-subject'
import { answers } from './layout'
import { useShell } from './shell-context'

interface Entry {
  _id: string
  at: number
  entity: string
  entity_id: string
  name: string
  action: string
  /** How often something was refused, and from which address; null for what was done. */
  times: number | null
  from: string | null
}

/** What this user did last, each entry leading to the thing it was done to. */
export function PanelAudit({ entries }: { entries: readonly Entry[] }) {
  const { t, format, now } = useShell()
  if (entries.length === 0) return <EmptyState title={t('console:panel.auditNone')} />
  return (
    <ul className="feed">
      {entries.map(entry => (
        <li key={entry._id}>
          <p>
            {t(`console:actions.${entry.action}`, { defaultValue: entry.action })}: <Subject entry={entry} />
            <Refused entry={entry} />
          </p>
          <p className="when">
            <Time at={entry.at} text={format.age(entry.at, now)} exact={format.exact(entry.at)} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Subject({ entry: { entity, entity_id, name } }: { entry: Entry }) {
  const { t } = useShell()
  const kind = subjectKind(t, entity)
  const href = [`/${entity}s/${entity_id}`, `/advanced/${entity}s/${entity_id}`].find(answers)
  return (
    <>
      {kind} {href ? <a href={href}>{name}</a> : <span>{name}</span>}
    </>
  )
}

function Refused({ entry: { times, from } }: { entry: Entry }) {
  const { t } = useShell()
  if (times === null) return null
  return (
    <>
      {`, ${t('console:panel.times', { count: times })}`}
      {from === null ? null : `, ${t('console:panel.from', { address: from })}`}
    </>
  )
}
