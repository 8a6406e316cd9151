import { Fragment, type ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Facts } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import type { DetailData } from './detail.server'
import { customKeyIn, valueIn } from '../address/custom-name'
import { baseContext, cellOf, isAbsent, sourceOf } from '../render/render-context'
import { fieldLabel, sectionLabel } from '../render/labels'
import { AuditTrail } from '../history/audit-trail'
import { FailureNote } from '../components/failure-note'
import { Notices } from '../components/list-notes'
import { Commands } from './commands'
import { Live } from './live'
import { RelatedList } from './related-list'
import type { SidePanel } from '../definition/side-panel'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

interface DetailPageProps {
  resource: Resource
  data: DetailData
  related: (name: string) => Resource
}

export function DetailPage({ resource, data, related }: DetailPageProps) {
  const shell = useShell()
  const { t } = shell
  const { row } = data
  const base = baseContext(shell, resource.name)
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
      <Notices notices={data.notices} />
      {Notice ? <Notice row={row} /> : null}
      {resource.detail.tabs ? <DetailTabs resource={resource} data={data} related={related} /> : null}
      {data.tab === null ? <Overview resource={resource} data={data} related={related} /> : null}
      {data.tab === null
        ? null
        : resource.detail.activity.map((one, index) =>
            one.tab === data.tab ? <Part key={one.title} part={one} data={data} index={index} /> : null,
          )}
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
      className={data.tab === name ? 'btn join-item btn-primary' : 'btn join-item'}
      aria-current={data.tab === name ? 'page' : undefined}
    >
      {label}
    </a>
  )
  return (
    <nav className="join flex-wrap no-print mb-2" aria-label={t('engine:detail.tabs')}>
      {tab(null, t('engine:detail.overview'))}
      {lists.map(one => tab(one.resource, t(`${one.resource}:title`)))}
    </nav>
  )
}

/**
 * The overview shows what needs attention, the few figures that matter, the facts next to recent events, and
 * what is too wide for a column.
 */
function Overview({ resource, data, related }: DetailPageProps) {
  const { row } = data
  const parts = resource.detail.activity
  const known = (index: number, draw: (answer: unknown) => ReactNode) => {
    const one = data.activity[index]
    return one && !one.failure ? draw(one.answer) : null
  }
  const hasRail = parts.some(one => one.rail)
  // The facts have the wide column when only their history would stand next to them.
  const isFacts =
    !hasRail &&
    resource.detail.long.length === 0 &&
    data.related.every(({ answer }) => answer?.total === 0) &&
    parts.every(one => one.wide || !one.show)
  // The history goes below the facts: alone next to them it would be taller than they are, and the wide
  // section says the same first.
  const isBelow = isFacts && data.related.length === 0 && parts.some(one => one.wide)
  const trail = data.audit ? (
    <AuditTrail resource={resource} row={row} audit={data.audit} folds={isFacts} />
  ) : null
  const Lead = resource.detail.lead
  const facts = <FactSections resource={resource} row={row} />
  const rail = (
    <div className={isFacts ? 'facts-wide' : undefined}>
      {parts.map(({ title, rail: draw }, index) => (
        <Fragment key={title}>{draw ? known(index, answer => draw(answer, row)) : null}</Fragment>
      ))}
      {hasRail ? <div className="after-main">{facts}</div> : facts}
    </div>
  )
  const main = (
    <div>
      <LongSections resource={resource} row={row} />
      {parts.map((one, index) =>
        one.wide ? null : <Part key={one.title} part={one} data={data} index={index} />,
      )}
      {data.related.map(one => (
        <RelatedList
          key={one.resource + one.filter}
          resource={related(one.resource)}
          data={one}
          id={row._id}
        />
      ))}
      {trail}
    </div>
  )
  return (
    <>
      {Lead ? <Lead row={row} /> : null}
      {parts.map(({ title, lead }, index) => (
        <Fragment key={title}>{lead ? known(index, answer => lead(answer, row)) : null}</Fragment>
      ))}
      <div className={hasRail ? 'split rail-first' : 'split'}>
        {hasRail || isFacts ? rail : main}
        {isBelow ? null : hasRail || isFacts ? main : rail}
      </div>
      {parts.map((one, index) =>
        one.wide ? <Part key={one.title} part={one} data={data} index={index} /> : null,
      )}
      {isBelow ? trail : null}
    </>
  )
}

function FactSections({ resource, row }: { resource: Resource; row: Row }) {
  const shell = useShell()
  const { t } = shell
  const base = baseContext(shell, resource.name)
  const { sections, optional, long } = resource.detail
  const short = Object.entries(sections).filter(([section]) => !long.includes(section))
  return short.map(([section, names]) => (
    <Section key={section} title={sectionLabel(t, resource.name, section)}>
      <Facts
        items={names
          .filter(name => !optional.includes(name) || !isAbsent(sourceIn(resource, row, name)))
          .map(name => ({
            key: name,
            label: fieldLabel(t, resource.name, name, resource.fields),
            value: cellOf(resource, name, base)(row),
          }))}
      />
    </Section>
  ))
}

/** What a field shows of a record: a tenant's own are parts of one member. */
const sourceIn = (resource: Resource, row: Row, name: string): unknown =>
  customKeyIn(name) === null ? row[sourceOf(resource, name)] : valueIn(row, name)

/** Their heading is their label. */
function LongSections({ resource, row }: { resource: Resource; row: Row }) {
  const shell = useShell()
  const base = baseContext(shell, resource.name)
  const { sections, long } = resource.detail
  return long.map(section => (
    <Section key={section} title={sectionLabel(shell.t, resource.name, section)}>
      {sections[section]?.map(name => (
        <Fragment key={name}>{cellOf(resource, name, base)(row)}</Fragment>
      ))}
    </Section>
  ))
}

/** One of the definition's sections with its answer; nothing is drawn for people without the permission. */
function Part({
  part: { title, show, more },
  data,
  index,
}: {
  part: SidePanel
  data: DetailData
  index: number
}) {
  const { t } = useShell()
  const one = data.activity[index]
  if (!one || (!show && !one.failure)) return null
  return (
    <Section
      title={t(title)}
      more={
        more && data.tab === null ? (
          <a className="link" href={more(data.row._id)}>
            {t('engine:detail.whole')}
          </a>
        ) : undefined
      }
    >
      {one.failure ? <FailureNote failure={one.failure} /> : show?.(one.answer, one.reason, data.row)}
    </Section>
  )
}
