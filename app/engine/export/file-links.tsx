import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { DEFAULT_ROWS, hrefOf, type ListQuery } from '../address/list-query'
import type { ListSpec } from '../address/list-spec'

/** A page below a list, whose own address may say something after its path. */
export function below(path: string, page: string): string {
  const [start = '', ...rest] = path.split('?')
  return [start + page, ...rest].join('?')
}

/** The address with more parameters. */
export const withSearch = (path: string, search: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${search}`

/** The list's file: the whole of it, whatever page is shown and however much stands on one. */
export const fileHref = (path: string, query: ListQuery, spec: ListSpec): string =>
  hrefOf(
    below(path, '/export.csv'),
    { ...query, rowsPerPage: DEFAULT_ROWS, ownRows: undefined, whole: undefined },
    spec,
  )

/** The same address, written for programs: comma, dot, ISO 8601. */
export const slotHref = (href: string) => withSearch(href, 'format=machine')

/** One link gives a file for people and their spreadsheets, the next the same for programs. */
export function FileLinks({
  href,
  label,
  tone,
  more = [],
}: {
  href: string
  label: string
  tone?: 'primary'
  /** The same rows as other files. */
  more?: readonly { href: string; label: string }[]
}) {
  const { t } = useShell()
  return (
    <div className="flex gap-1">
      <LinkButton tone={tone} icon="download" href={href}>
        {label}
      </LinkButton>
      <Menu label={t('engine:file.other')} icon="more" align="end">
        <MenuLink href={slotHref(href)} icon="download">
          {t('engine:file.machine')}
        </MenuLink>
        {more.map(one => (
          <MenuLink key={one.href} href={one.href} icon="download">
            {one.label}
          </MenuLink>
        ))}
      </Menu>
    </div>
  )
}
