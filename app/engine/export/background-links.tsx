/** Ways to the page that writes the whole filtered list into a file: to take along, or to show to others by a link. */
import { useShell } from '../../console/shell-context'
import { MenuLink } from '../../ui/menu'
import type { Resource } from '../definition/resource'

export function BackgroundLinks({
  resource,
  href,
}: {
  resource: Pick<Resource, 'contract' | 'exportPermission'>
  href: string
}) {
  const { t, can } = useShell()
  const { contract, exportPermission } = resource
  if (!can({ all: [exportPermission, 'data_export::create'] })) return null
  // The permission that makes share links (`share-links.contract.ts`).
  const isShareable = contract.confidential !== 'all' && can('location::list_fiscal_reports')
  return (
    <>
      <MenuLink href={href} icon="download">
        {t('engine:list.export_task')}
      </MenuLink>
      {isShareable ? <MenuLink href={href}>{t('engine:list.share')}</MenuLink> : null}
    </>
  )
}
