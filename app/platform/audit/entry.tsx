/** One entry of the audit log: who did what, from where, what was before and after, and its place in the chain. */
import { auditContract, type AuditEntry } from '../../../backend/platform/audit/audit.contract'
import { recordName, subjectKind } from '../../console/audit-subject'
import { answers } from '../../console/layout'
import { useShell, useLoaded } from '../../console/shell-context'
import { actorWord } from '../../engine/history/actor-word'
import { reasonWord } from '../../engine/history/audit-trail'
import { Changes } from '../../engine/history/changes'
import { titleOf } from '../../engine/render/render-context'
import { idOf } from '../../engine/data/resource-at.server'
import { resources } from '../../engine/definition/registry'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts, type Fact } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'
import { Time } from '../../ui/time'

export const loader = guarded('audit_log::list', async ctx => {
  const entry = (await ctx.api(auditContract).get(idOf(ctx.params))) as AuditEntry
  const title = titleOf(resources.audit, entry, ctx)
  return { title, crumbs: { [entry._id]: title }, entry }
})

/** Whose fields the entry's are: an entity that is no resource of the console is shown as it was written. */
const resourceOf = (entity: string) =>
  Object.values(resources).find(({ contract, rowsOf }) => contract.one === entity && !rowsOf)

export default function AuditEntryPage() {
  const { title, entry } = useLoaded<typeof loader>()
  const { t, format, can } = useShell()
  const { entity, entity_id, actor, action, before, after, tenant, ip } = entry
  const resource = resourceOf(entity)
  const record = resource && `${resource.path}/${entity_id}`
  const list = resourcePaths.audit
  const label = (name: string) => t(`audit:fields.${name}`)
  const facts: Fact[] = [
    {
      key: 'at',
      label: label('at'),
      value: <Time at={entry.at} text={format.dateTime(entry.at)} exact={format.exact(entry.at)} />,
    },
    { key: 'who', label: label('who'), value: actorWord(t, actor) },
    { key: 'kind', label: label('kind'), value: t(`audit:kind.${actor.kind}`) },
    { key: 'ip', label: label('ip'), value: ip ? <code>{ip}</code> : '–' },
    { key: 'entity', label: label('entity'), value: subjectKind(t, entity) },
    { key: 'record', label: label('record'), value: recordName(entry, t) },
    { key: 'tenant', label: label('tenant'), value: tenant?.name ?? '–' },
    { key: 'request_id', label: label('request_id'), value: entry.request_id ?? '–', wide: true },
  ]
  const reason = after?.reason
  if (typeof reason === 'string')
    facts.push({
      key: 'reason',
      label: t('engine:form.reason'),
      value: reasonWord(t, action, reason),
      wide: true,
    })
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            {record && can(resource.contract.permissions.read) && answers(record) ? (
              <LinkButton href={record} tone="primary">
                {t('audit:entry.open')}
              </LinkButton>
            ) : null}
            <LinkButton href={`${list}?entity=${entity}&entity_id=${entity_id}`}>
              {t('audit:entry.all')}
            </LinkButton>
            {actor.kind === 'user' ? (
              <LinkButton href={`${list}?actor_id=${actor.id}`}>{t('audit:entry.who')}</LinkButton>
            ) : null}
          </>
        }
      />
      <Section title={t('audit:entry.facts')}>
        <Facts items={facts} />
      </Section>
      <Section title={t('engine:audit.changes')}>
        <Changes
          resource={resource ?? resources.audit}
          before={before ?? {}}
          after={after ?? {}}
          words={{ before: t('audit:entry.before'), after: t('audit:entry.after') }}
          none={t('audit:entry.none')}
        />
      </Section>
      <Section title={t('audit:entry.proof')}>
        <Facts
          items={[
            { key: 'seq', label: label('seq'), value: format.number(entry.seq) },
            {
              key: 'hash',
              label: label('hash'),
              value: <code className="break-all">{entry.hash}</code>,
              wide: true,
            },
            {
              key: 'prev_hash',
              label: label('prev_hash'),
              value: <code className="break-all">{entry.prev_hash}</code>,
              wide: true,
            },
          ]}
        />
      </Section>
    </>
  )
}
