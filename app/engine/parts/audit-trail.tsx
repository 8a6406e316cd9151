import { useShell } from '../../console/shell-context'
import { Diff, type Change } from '../../ui/diff'
import { Section } from '../../ui/page'
import { Time } from '../../ui/time'
import type { AuditEntry, DetailData } from '../detail.server'
import type { Resource, Row } from '../define-resource'
import { baseFace, cellOf, isAbsent } from '../face'
import { actionLabel } from '../labels'
import { FailureNote } from './failure-note'

/** Who changed what, when, from where; newest first. */
export function AuditTrail({ resource, audit }: { resource: Resource; audit: NonNullable<DetailData['audit']> }) {
  const { t, format, now } = useShell()
  return (
    <Section title={t('engine:audit.title')}>
      {audit.failure ? <FailureNote failure={audit.failure} /> : null}
      {!audit.failure && audit.entries.length === 0 ? <p>{t('engine:audit.none')}</p> : null}
      <ol>
        {audit.entries.map(entry => (
          <li key={entry._id} className="mb-3">
            <p>
              <strong>{auditWord(t, resource, entry.action)}</strong>{' · '}{entry.actor}{' · '}
              <Time at={entry.at} text={format.age(entry.at, now)} exact={format.exact(entry.at)} />
              {entry.ip ? <> · <code>{entry.ip}</code></> : null}
            </p>
            <Changes resource={resource} entry={entry} />
          </li>
        ))}
      </ol>
      {audit.total > audit.entries.length ? <p>{t('engine:audit.older', { count: audit.total - audit.entries.length })}</p> : null}
    </Section>
  )
}

const ownWords = new Set(['create', 'update'])

const auditWord = (t: ReturnType<typeof useShell>['t'], resource: Resource, action: string) =>
  ownWords.has(action) ? t(`engine:audit.${action}`) : resource.actions.some(one => one.name === action) ? actionLabel(t, resource.name, action) : action

/** Fields that change with every save and say nothing. */
const SILENT = new Set(['version', 'updated_at', '_id', 'created_at'])

function Changes({ resource, entry: { before, after } }: { resource: Resource; entry: AuditEntry }) {
  const shell = useShell()
  const { t } = shell
  const base = baseFace(shell, resource.name)
  // A record's beginning is its facts, which stand on the left.
  if (!before || !after) return null
  const draw = (name: string, value: unknown) => {
    if (isAbsent(value)) return '–'
    return resource.fields[name] && fits(value) ? cellOf(resource, name, base)({ _id: '', [name]: value } as Row) : typeof value === 'string' ? value : JSON.stringify(value)
  }
  const changes = Object.keys({ ...before, ...after })
    .filter(name => !SILENT.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name): Change => ({ key: name, label: t(`${resource.name}:fields.${name}`, { defaultValue: name }), before: draw(name, before[name]), after: draw(name, after[name]) }))
  if (changes.length === 0) return null
  return <Diff caption={t('engine:audit.changes')} changes={changes} words={{ field: t('engine:conflict.field'), before: t('engine:audit.before'), after: t('engine:audit.after') }} />
}

/** An audit entry keeps what was true then: a shape that its field no longer has is shown as it was written. */
const fits = (value: unknown) => typeof value !== 'object' || (value !== null && ('_id' in value || 'minor' in value))
