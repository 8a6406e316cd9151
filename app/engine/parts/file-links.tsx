import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'

/** The same address, written for programs: comma, dot, ISO 8601. */
export const machineHref = (href: string) => `${href}${href.includes('?') ? '&' : '?'}format=machine`

/** A file for people and their spreadsheets; beside it the same for programs. */
export function FileLinks({ href, label, tone }: { href: string; label: string; tone?: 'primary' }) {
  const { t } = useShell()
  return (
    <div className="flex gap-1">
      <LinkButton tone={tone} icon="download" href={href}>{label}</LinkButton>
      <Menu label={t('engine:file.other')} icon="more" align="end">
        <MenuLink href={machineHref(href)} icon="download">{t('engine:file.machine')}</MenuLink>
      </Menu>
    </div>
  )
}
