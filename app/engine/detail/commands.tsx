/** What can be done to a record, apart from the lists of what belongs to it. */
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { hasPages } from '../definition/record-tabs'
import { actionLabel } from '../render/labels'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/** The most likely command as a button; the others in the menu, harm last. */
export function Commands({ resource, row }: { resource: Resource; row: Row }) {
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
  const allowed = resource.detail.links.filter(({ rule, when }) => can(rule) && (when?.(row) ?? true))
  const links = allowed.filter(({ main }) => !main)
  // Where lists have tabs, nothing but commands is left in the menu.
  const isOnlyCommands = hasPages(resource)
  return (
    <>
      {allowed
        .filter(({ main }) => main && row.archived_at == null)
        .map(({ href, label }) => (
          <LinkButton key={href} href={href.replace(':id', row._id)}>
            {t(label)}
          </LinkButton>
        ))}
      {first && isButton ? (
        <LinkButton href={`${here}/${first.name}`}>{actionLabel(t, resource.name, first.name)}</LinkButton>
      ) : null}
      {canEdit ? (
        <LinkButton href={`${here}/edit`} icon="edit">
          {t('engine:detail.edit')}
        </LinkButton>
      ) : null}
      {others.length > 0 || links.length > 0 || canDelete || (first && !isButton) ? (
        <Menu
          label={t(isOnlyCommands ? 'engine:detail.commands' : 'engine:more')}
          icon={isOnlyCommands ? undefined : 'more'}
          align="end"
        >
          {links.map(({ href, label }) => (
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
