import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import { hrefOf, isFiltered, type ListQuery } from '../address/list-query'
import type { ListData } from '../data/list.server'
import type { Resource } from '../definition/resource'
import { allHref } from './opening-line'

/** Why there is nothing, and the one action that helps. */
export function NoRows({
  resource,
  filtered,
  opened,
  reset,
  canCreate,
}: {
  resource: Resource
  filtered: boolean
  opened: ListData['opened']
  reset: string
  canCreate: boolean
}) {
  const { t, can, format } = useShell()
  const { begin, emptyHint } = resource.list
  if (opened && opened.total > 0) {
    return (
      <EmptyState
        title={t(`${resource.name}:opens_none`)}
        action={<LinkButton href={allHref(resource)}>{t('engine:list.all')}</LinkButton>}
      >
        {t('engine:list.of_all', { shown: format.number(0), all: format.count(opened.total, opened.capped) })}
      </EmptyState>
    )
  }
  if (filtered && !opened) {
    return (
      <EmptyState
        title={t('engine:list.no_match')}
        action={<LinkButton href={reset}>{t('engine:filter.reset')}</LinkButton>}
      >
        {t('engine:list.no_match_hint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t(`${resource.name}:empty`)}
      action={
        canCreate && resource.form ? (
          <LinkButton tone="primary" icon="plus" href={`${resource.path}/new`}>
            {t(`${resource.name}:new`)}
          </LinkButton>
        ) : begin && can(begin.rule) ? (
          <LinkButton tone="primary" icon="plus" href={begin.href}>
            {t(begin.label)}
          </LinkButton>
        ) : undefined
      }
    >
      {emptyHint ? t(emptyHint) : undefined}
    </EmptyState>
  )
}

/** Nothing in the period: the list without it is one press away, and so are the filters that may be to blame. */
export function NobodyAtWork({ resource, query }: { resource: Resource; query: ListQuery }) {
  const { t } = useShell()
  const { name, path, list } = resource
  const filtered = isFiltered(query)
  const actions = (
    <div className="flex flex-wrap gap-2">
      <LinkButton href={hrefOf(path, query, list, { period: undefined })}>
        {t('engine:period.drop')}
      </LinkButton>
      {filtered ? (
        <LinkButton href={hrefOf(path, query, list, { query: '', filters: {} })}>
          {t('engine:filter.reset')}
        </LinkButton>
      ) : null}
    </div>
  )
  return (
    <EmptyState title={t(filtered ? `${name}:period.none_filtered` : `${name}:period.none`)} action={actions}>
      {t(`${name}:period.hint`)}
    </EmptyState>
  )
}
