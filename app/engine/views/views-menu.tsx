import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Menu, MenuLink } from '../../ui/menu'
import type { Resource } from '../define-resource'
import { writeListQuery, WHOLE, type ListQuery } from '../list/list-query'
import type { ListViews } from './views'

/** The saved views of this list, and where this one is saved. */
export function ViewsMenu({
  resource: { path, list },
  query,
  views,
}: {
  resource: Resource
  query: ListQuery
  views: ListViews
}) {
  const { t } = useShell()
  const current = views.links.find(view => view.id === views.current)
  const search = writeListQuery({ ...query, page: 1, whole: undefined }, list).toString()
  const manage = `${path}/views${search ? `?${search}` : ''}`
  return (
    <Menu label={current ? t('views:named', { name: current.name }) : t('views:menu')} className="views">
      {views.links.map(({ id, name, href, shared, owner, isDefault }) => (
        <MenuLink key={id} href={href} current={id === views.current}>
          <span>
            {name}
            {owner ? <small> · {owner}</small> : shared ? <small> · {t('views:shared')}</small> : null}
            {isDefault ? <small> · {t('views:default')}</small> : null}
          </span>
        </MenuLink>
      ))}
      {views.links.some(view => view.isDefault) ? (
        <MenuLink href={`${path}?view=${WHOLE}`}>{t('views:whole')}</MenuLink>
      ) : null}
      <MenuLink href={manage} icon="plus">
        {t('views:save_this')}
      </MenuLink>
      {views.links.length > 0 ? (
        <MenuLink href={`${manage}#saved`} icon="edit">
          {t('views:manage')}
        </MenuLink>
      ) : null}
    </Menu>
  )
}

/** A view that is not what it was says so; the list is shown as far as it can be. */
export function ViewNote({ resource: { path }, note }: { resource: Resource; note: ListViews['note'] }) {
  const { t } = useShell()
  if (!note) return null
  const link = (href: string, words: string) => (
    <p>
      <a className="link" href={href}>
        {words}
      </a>
    </p>
  )
  if (note.kind === 'gone') return <Alert tone="info" className="mb-2" title={t('views:note.gone')} />
  if (note.kind === 'lost_default') {
    return (
      <Alert tone="warn" className="mb-2" title={t('views:note.lost_default', { name: note.name })}>
        {link(`${path}/views#saved`, t('views:note.choose'))}
      </Alert>
    )
  }
  return (
    <Alert tone="warn" className="mb-2" title={t('views:note.outdated', { name: note.name })}>
      {note.changeable ? link(`${path}/views?edit=${note.id}`, t('views:note.change')) : null}
    </Alert>
  )
}
