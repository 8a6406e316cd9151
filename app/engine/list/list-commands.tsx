import { bulkEditRule } from '../../../backend/platform/contract/bulk-edit'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { changesAt } from '../definition/bulk-edit'
import { BackgroundLinks } from '../export/background-links'
import { fileHref, slotHref } from '../export/file-links'
import { writeListQuery, type ListQuery } from '../address/list-query'
import type { Resource } from '../definition/resource'

/** The most likely command first, harm nowhere near. */
export function ListCommands({
  resource,
  query,
  home,
}: {
  resource: Resource
  query: ListQuery
  home?: { href: string; label: string }
}) {
  const { t, can } = useShell()
  const { path, contract, form, name, list } = resource
  const search = writeListQuery(query, list).toString()
  const address = search ? `?${search}` : ''
  const file = fileHref(path, query, list)
  const past = bulkEditRule(contract)
  return (
    <>
      {form && contract.permissions.create && can(contract.permissions.create) ? (
        <LinkButton tone="primary" icon="plus" href={`${path}/new`}>
          {t(`${name}:new`)}
        </LinkButton>
      ) : null}
      {list.begin && can(list.begin.rule) ? (
        <LinkButton tone="primary" icon="plus" href={list.begin.href}>
          {t(list.begin.label)}
        </LinkButton>
      ) : null}
      {list.live ? (
        <LinkButton icon="refresh" href={`${path}${address}`}>
          {t('engine:list.refresh')}
        </LinkButton>
      ) : null}
      {home ? <LinkButton href={home.href}>{home.label}</LinkButton> : null}
      {can(resource.exportPermission) ? (
        <LinkButton icon="download" href={file}>
          {t('engine:list.export')}
        </LinkButton>
      ) : null}
      <Menu label={t('engine:more')} icon="more" align="end">
        <MenuLink href={`${path}/columns${address}`}>{t('engine:columns.title')}</MenuLink>
        <MenuLink href={`${path}/print${address}`}>{t('engine:list.print')}</MenuLink>
        {can(resource.exportPermission) ? (
          <MenuLink href={slotHref(file)}>{t('engine:file.machine')}</MenuLink>
        ) : null}
        {list.direct ? null : <BackgroundLinks resource={resource} href={`${path}/export${address}`} />}
        {past && can(past) ? <MenuLink href={changesAt(resource)}>{t('changes:link')}</MenuLink> : null}
        {list.links
          .filter(({ rule }) => can(rule))
          .map(({ href, label }) => (
            <MenuLink key={href} href={href}>
              {t(label)}
            </MenuLink>
          ))}
      </Menu>
    </>
  )
}
