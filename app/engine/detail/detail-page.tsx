import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { Menu, MenuLink } from '../../ui/menu'
import { PageHeader, Section, TwoColumns } from '../../ui/page'
import { Status } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import type { DetailData, LiveStatus } from './detail.server'
import type { Resource, Row } from '../define-resource'
import { baseFace, cellOf, isAbsent } from '../render-context'
import { actionLabel, fieldLabel, sectionLabel } from '../labels'
import { AuditTrail } from '../history/audit-trail'
import { FailureNote } from '../failure-note'
import { RelatedList } from './related-list'

interface DetailPageProps {
  resource: Resource
  data: DetailData
  related: (name: string) => Resource
}

export function DetailPage({ resource, data, related }: DetailPageProps) {
  const shell = useShell()
  const { t } = shell
  const { row } = data
  const base = baseFace(shell, resource.name)
  const Notice = resource.detail.notice
  const state =
    resource.state && !isAbsent(row[resource.state]) ? cellOf(resource, resource.state, base)(row) : null
  return (
    <>
      <PageHeader
        title={data.title}
        commands={<Commands resource={resource} row={row} />}
        status={
          <>
            {state}
            {row.archived_at == null ? null : <Status mark="muted">{t('engine:archived')}</Status>}
            {data.live ? <Live live={data.live} isShown={resource.state === 'state'} /> : null}
          </>
        }
      />
      {Notice ? <Notice row={row} /> : null}
      {resource.detail.tabs ? <DetailTabs resource={resource} data={data} related={related} /> : null}
      {data.tab === null ? <Overview resource={resource} data={data} related={related} /> : null}
      {data.tab === null
        ? null
        : data.related.map(one => (
            <RelatedList
              key={one.resource + one.filter}
              resource={related(one.resource)}
              data={one}
              id={row._id}
            />
          ))}
    </>
  )
}

/** The record itself, and each list of what belongs to it. */
function DetailTabs({ resource, data, related }: DetailPageProps) {
  const { t, can } = useShell()
  const here = `${resource.path}/${data.row._id}`
  const lists = resource.detail.related.filter(one => can(related(one.resource).contract.permissions.list))
  if (lists.length === 0) return null
  const tab = (name: string | null, label: string) => (
    <a
      key={name ?? ''}
      href={name === null ? here : `${here}?tab=${name}`}
      className="btn btn-sm join-item"
      aria-current={data.tab === name ? 'page' : undefined}
    >
      {label}
    </a>
  )
  return (
    <nav className="join no-print mb-2" aria-label={t('engine:detail.tabs')}>
      {tab(null, t('engine:detail.overview'))}
      {lists.map(one => tab(one.resource, t(`${one.resource}:title`)))}
    </nav>
  )
}

/** Facts left, activity right. */
function Overview({ resource, data, related }: DetailPageProps) {
  const shell = useShell()
  const { t } = shell
  const { row } = data
  const base = baseFace(shell, resource.name)
  return (
    <TwoColumns
      main={
        <>
          {Object.entries(resource.detail.sections).map(([section, names]) => (
            <Section key={section} title={sectionLabel(t, resource.name, section)}>
              <Facts
                items={names.map(name => ({
                  key: name,
                  label: fieldLabel(t, resource.name, name),
                  value: cellOf(resource, name, base)(row),
                }))}
              />
            </Section>
          ))}
        </>
      }
      side={
        <>
          {resource.detail.activity.map(({ title, show, more }, index) => {
            const one = data.activity[index]
            return one ? (
              <Section
                key={title}
                title={t(title)}
                more={
                  more ? (
                    <a className="link" href={more(row._id)}>
                      {t('engine:detail.whole')}
                    </a>
                  ) : undefined
                }
              >
                {one.failure ? <FailureNote failure={one.failure} /> : show(one.answer, one.reason)}
              </Section>
            ) : null
          })}
          {data.related.map(one => (
            <RelatedList
              key={one.resource + one.filter}
              resource={related(one.resource)}
              data={one}
              id={row._id}
            />
          ))}
          {data.audit ? <AuditTrail resource={resource} row={row} audit={data.audit} /> : null}
        </>
      }
    />
  )
}

const marks: Record<LiveStatus['state'], Mark> = {
  online: 'good',
  stale: 'warn',
  offline: 'bad',
  never: 'muted',
}

/** Online, stale or offline, since when; for what holds many machines, how many of them. */
function Live({ live: { state, since, online, total }, isShown }: { live: LiveStatus; isShown: boolean }) {
  const { t, format, now } = useShell()
  return (
    <>
      {isShown ? null : <Status mark={marks[state]}>{t(`engine:live.${state}`)}</Status>}
      {since === null ? null : (
        <span title={format.exact(since)}>
          {t('engine:live.since', { time: format.dateTime(since), age: format.age(since, now) })}
        </span>
      )}
      {total === undefined || online === undefined ? null : (
        <span>
          {t('engine:live.online_of', { online: format.number(online), total: format.number(total) })}
        </span>
      )}
    </>
  )
}

/** The most likely command as a button; the others in the menu, harm last. */
function Commands({ resource, row }: { resource: Resource; row: Row }) {
  const { t, can } = useShell()
  const here = `${resource.path}/${row._id}`
  const { update, delete: remove } = resource.contract.permissions
  const canEdit =
    resource.form !== undefined &&
    update !== undefined &&
    can(update) &&
    row.archived_at == null &&
    (resource.form.when?.(row) ?? true)
  const canDelete = remove !== undefined && can(remove)
  const possible = resource.actions.filter(action => can(action.permission) && action.when(row))
  // What the entity is about comes before what can be done to any record.
  const [first, ...rest] = [
    ...possible.filter(action => action.contract),
    ...possible.filter(action => !action.contract),
  ]
  const others = [...rest].sort((a, b) => Number(a.tone === 'danger') - Number(b.tone === 'danger'))
  const isButton = first?.contract !== undefined
  const beyond = resource.detail.links.filter(({ rule }) => can(rule))
  return (
    <>
      {first && isButton ? (
        <LinkButton href={`${here}/${first.name}`}>{actionLabel(t, resource.name, first.name)}</LinkButton>
      ) : null}
      {canEdit ? (
        <LinkButton href={`${here}/edit`} icon="edit">
          {t('engine:detail.edit')}
        </LinkButton>
      ) : null}
      {others.length > 0 || beyond.length > 0 || canDelete || (first && !isButton) ? (
        <Menu label={t('engine:more')} icon="more" align="end">
          {beyond.map(({ href, label }) => (
            <MenuLink key={href} href={href.replace(':id', row._id)}>
              {t(label)}
            </MenuLink>
          ))}
          {(isButton || !first ? others : [first, ...others]).map(action => (
            <MenuLink key={action.name} href={`${here}/${action.name}`} danger={action.tone === 'danger'}>
              {actionLabel(t, resource.name, action.name)}
            </MenuLink>
          ))}
          {canDelete ? (
            <MenuLink href={`${here}/delete`} danger>
              {t('engine:delete.action')}
            </MenuLink>
          ) : null}
        </Menu>
      ) : null}
    </>
  )
}
