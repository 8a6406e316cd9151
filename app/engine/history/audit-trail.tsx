import { useShell } from '../../console/shell-context'
import { revertedFields } from '../../../backend/platform/contract/revert'
import { Section } from '../../ui/page'
import { Time } from '../../ui/time'
import type { AuditEntry, RecordHistory } from './audit.server'
import { actorWord } from './actor-word'
import { Changes } from './changes'
import { FailureNote } from '../components/failure-note'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/** As many stand open where it is not what the page is about. */
const OPEN = 2

/** The newest of it, with the way to all of it. */
export function AuditTrail({
  resource,
  row,
  audit,
  folds,
}: {
  resource: Resource
  row: Row
  audit: RecordHistory
  /**
   * In the narrow column a change is three times as tall as in the wide one, and below what is wide it says the same
   * once more.
   */
  folds: boolean
}) {
  const { t, format } = useShell()
  const [open, folded] = folds
    ? [audit.entries.slice(0, OPEN), audit.entries.slice(OPEN)]
    : [audit.entries, []]
  return (
    <Section
      title={t('engine:audit.title')}
      more={
        audit.total > 0 ? (
          <a className="link" href={`${resource.path}/${row._id}/history`}>
            {t('engine:detail.all', { total: format.number(audit.total) })}
          </a>
        ) : undefined
      }
    >
      {audit.failure ? <FailureNote failure={audit.failure} /> : null}
      {!audit.failure && audit.entries.length === 0 ? <p>{t('engine:audit.none')}</p> : null}
      <AuditEntries resource={resource} row={row} entries={open} />
      {folded.length > 0 ? (
        <details>
          <summary>{t('engine:audit.earlier', { total: format.number(folded.length) })}</summary>
          <AuditEntries resource={resource} row={row} entries={folded} />
        </details>
      ) : null}
    </Section>
  )
}

/** Who changed what, when, from where and why; newest first. */
export function AuditEntries({
  resource,
  row,
  entries,
}: {
  resource: Resource
  row: Row
  entries: readonly AuditEntry[]
}) {
  const { t, format, now } = useShell()
  return (
    <ol className="max-w-4xl">
      {entries.map(entry => (
        <li key={entry._id} className="mb-3">
          <p>
            <strong>{auditWord(t, resource, entry.action)}</strong>
            {' · '}
            {actorWord(t, entry.actor)}
            {' · '}
            <Time at={entry.at} text={format.age(entry.at, now)} exact={format.exact(entry.at)} />
            {entry.ip ? (
              <>
                {' '}
                · <code>{entry.ip}</code>
              </>
            ) : null}
          </p>
          {typeof entry.after?.reason === 'string' ? (
            <p>
              {t('engine:form.reason')}: {reasonWord(t, entry.action, entry.after.reason)}
            </p>
          ) : null}
          {/* A record's beginning is its facts, which stand on its page. */}
          {entry.before && entry.after ? (
            <Changes
              resource={resource}
              before={entry.before}
              after={entry.after}
              words={{ before: t('engine:audit.before'), after: t('engine:audit.after') }}
            />
          ) : null}
          <Back resource={resource} row={row} entry={entry} />
        </li>
      ))}
    </ol>
  )
}

/** Where this change can be set back, by someone who may. */
function Back({ resource, row, entry }: { resource: Resource; row: Row; entry: AuditEntry }) {
  const { t, can } = useShell()
  const { update } = resource.contract.permissions
  if (
    !resource.form ||
    !update ||
    !can(update) ||
    row.archived_at != null ||
    Object.keys(revertedFields(resource.contract, entry)).length === 0
  )
    return null
  return (
    <p className="no-print">
      <a className="link" href={`${resource.path}/${row._id}/revert?entry=${entry._id}`}>
        {t('engine:revert.link')}
      </a>
    </p>
  )
}

/** What a person wrote, or in words why a name was locked. */
export const reasonWord = (t: ReturnType<typeof useShell>['t'], action: string, reason: string) =>
  action === 'sign_in_locked' ? t(`console:lock_reasons.${reason}`, { defaultValue: reason }) : reason

const ownWords = new Set(['create', 'update', 'revert'])

export const auditWord = (t: ReturnType<typeof useShell>['t'], resource: Resource, action: string) =>
  ownWords.has(action)
    ? t(`engine:audit.${action}`)
    : // What was done has one word for all records, save where an entity means something else by it.
      t([`${resource.name}:told.${action}`, `console:actions.${action}`], { defaultValue: action })
