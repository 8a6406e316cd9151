/** Sections as tabs, the active section's pages under them, and the same as a drawer where the window is narrow. */
import { Icon } from '../ui/icon'
import { Menu, MenuLink } from '../ui/menu'
import { searchRule } from '../../backend/operations/search/search.contract'
import { menuFor } from './menu'
import type { Entry, Section } from './menu-entry'
import { placeOf, type Place } from './menu-place'
import { rowOf } from './menu-row'
import { useShell } from './shell-context'
import { START_PATH } from './start-path'

export interface Navigation {
  sections: Section[]
  place: Place
  pathname: string
}

export function navigationOf({
  permissions,
  path,
}: Pick<ReturnType<typeof useShell>, 'permissions' | 'path'>): Navigation {
  const pathname = path.split('?', 1)[0] ?? path
  return { sections: menuFor(permissions), place: placeOf(pathname), pathname }
}

export function Tabs({ sections, place }: Navigation) {
  const { t } = useShell()
  return (
    <nav className="tabs" aria-label={t('console:frame.sectionsLabel')}>
      <ul>
        {sections.map(({ key, entries }) => (
          <li key={key}>
            <a href={entries[0]?.path} aria-current={key === place.section ? 'true' : undefined}>
              {t(`console:sections.${key}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function SubMenu({ sections, place, pathname }: Navigation) {
  const { t, can } = useShell()
  const section = sections.find(({ key }) => key === place.section)
  const nameOf = ({ key }: Entry) => t(`console:entries.${key}.name`)
  const { row, more, here } = section
    ? rowOf(section, place.entry, { nameOf, more: t('console:frame.more') })
    : { row: [], more: [], here: undefined }
  const finds = can(searchRule)
  if (!section && !finds) return null
  return (
    <div className="subrow">
      {section && (
        <nav
          className="subnav"
          aria-label={t('console:frame.entriesLabel', { section: t(`console:sections.${section.key}`) })}
        >
          <ul>
            {row.map(entry => (
              <EntryLink key={entry.path} entry={entry} place={place} pathname={pathname} />
            ))}
          </ul>
          {more.length > 0 && (
            <Menu
              label={t('console:frame.more')}
              words={here && nameOf(here)}
              look="bar"
              align="end"
              className={here && 'here'}
            >
              {more.map(entry => (
                <MenuLink key={entry.path} href={entry.path} current={entry === here}>
                  {nameOf(entry)}
                </MenuLink>
              ))}
            </Menu>
          )}
        </nav>
      )}
      {finds && <Find id="find" first={pathname === START_PATH} />}
    </div>
  )
}

function EntryLink({ entry, place, pathname }: { entry: Entry; place: Place; pathname: string }) {
  const { t } = useShell()
  const current = entry.path === pathname ? 'page' : entry.path === place.entry ? 'true' : undefined
  return (
    <li>
      <a href={entry.path} aria-current={current}>
        {t(`console:entries.${entry.key}.name`)}
      </a>
    </li>
  )
}

/**
 * One field for everything that has a name; the page behind it opens a single hit. A shift's first page has the hand in
 * it: who looks for a machine types, or scans, without a press before.
 */
export function Find({
  id,
  first = false,
  query,
}: {
  id: string
  first?: boolean
  /** On the page of what was found: what was looked for. The frame's field is the page's search landmark. */
  query?: string
}) {
  const { t, preferences } = useShell()
  return (
    <form action="/search" role={query === undefined ? 'search' : undefined} className="find">
      <label className="sr-only" htmlFor={id}>
        {t('search:label')}
      </label>
      <input
        id={id}
        type="search"
        name="query"
        className="input"
        placeholder={t('search:field')}
        data-hint={preferences.searchKey === 'off' ? undefined : t('search:field_key')}
        maxLength={200}
        defaultValue={query}
        autoFocus={first}
      />
      <button type="submit" className="btn btn-sm" aria-label={t('console:frame.search')}>
        <Icon name="search" />
      </button>
    </form>
  )
}

function PagesOf({
  section,
  place,
  pathname,
}: Omit<Navigation, 'sections'> & { section: Navigation['sections'][number] }) {
  return (
    <ul>
      {section.entries.map(entry => (
        <EntryLink key={entry.path} entry={entry} place={place} pathname={pathname} />
      ))}
    </ul>
  )
}

/** All sections with their pages, for a window that has room for them (shell.css). */
export function AllPages({ sections, place, pathname }: Navigation) {
  const { t } = useShell()
  return (
    <nav className="all-pages" aria-label={t('overview:pages')}>
      {sections.map(section => (
        <section key={section.key}>
          <h2>{t(`console:sections.${section.key}`)}</h2>
          <PagesOf section={section} place={place} pathname={pathname} />
        </section>
      ))}
    </nav>
  )
}

/**
 * All sections as an accordion, for narrow windows: the sheet of `/menu`, which is a page of its own without scripts.
 */
export function AllSections({ sections, place, pathname }: Navigation) {
  const { t, can } = useShell()
  return (
    <nav className="drawer" aria-label={t('console:frame.openMenu')} data-sheet-here="">
      {can(searchRule) && <Find id="find-small" />}
      {sections.map(section => (
        <details key={section.key} open={section.key === place.section} {...{ name: 'sections' }}>
          <summary>
            {t(`console:sections.${section.key}`)}
            <Icon name="down" />
          </summary>
          <PagesOf section={section} place={place} pathname={pathname} />
        </details>
      ))}
    </nav>
  )
}

/** Hardly anybody needs it on a wide window: it is fetched when it is opened. */
export function DrawerButton() {
  const { t, path } = useShell()
  return (
    <a
      className="bar-item nav-open"
      href={`/menu?from=${encodeURIComponent(path)}`}
      data-sheet="drawer-pop"
      aria-label={t('console:frame.openMenu')}
    >
      <Icon name="menu" />
    </a>
  )
}
