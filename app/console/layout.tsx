/** The frame of every page: what stands around its content. */
import { HOUR_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import type { ReactNode } from 'react'
import type { Format } from '../i18n/format'
import { resourcePaths } from '../addresses/names'
import { Alert, Toast } from '../ui/alert'
import { Icon } from '../ui/icon'
import { CrumbsContext, HelpContext, TabsContext } from '../ui/page'
import { HouseMark } from './appearance'
import { breadcrumbs, isTypedAddress } from './breadcrumbs'
import { HELP, helpOf } from './help-topics'
import { LanguageMenu } from './language-menu'
import { built } from './menu'
import { DrawerButton, navigationOf, SubMenu, Tabs } from './navigation'
import { sectionPaths } from './section-pages'
import { useShell } from './shell-context'
import { START_PATH } from './start-path'
import { UserMenu } from './user-menu'

interface LayoutProps {
  /** The page's own title: its last breadcrumb. */
  title?: string
  /** What ids in the middle of the path are called. */
  names?: Readonly<Record<string, string>>
  /** The tenant, location or slot that a list is narrowed to. */
  narrowedTo?: string
  /** The live bell and the version notice, where they can run. */
  islands?: ReactNode
  /** Of the record whose page this is. */
  tabs?: ReactNode
  children: ReactNode
}

export function Layout({ title, names, narrowedTo, islands, tabs, children }: LayoutProps) {
  const { user, t, flash, path } = useShell()
  const crumbs = useCrumbs({ title, names, narrowedTo })
  const help = user ? helpOf(path.split('?')[0] ?? path) : null
  return (
    <>
      <a className="skip" href="#main">
        {t('console:frame.skip')}
      </a>
      {user ? (
        <TopBar islands={islands} />
      ) : (
        <header className="plain-top no-print">
          <HouseMark />
          <LanguageMenu />
        </header>
      )}
      {flash && (
        <Toast tone={flash.tone} stays={flash.stays}>
          {flash.text}
        </Toast>
      )}
      <main id="main" tabIndex={-1}>
        {user && <PrintNote />}
        <EndNote />
        <HistoryNote />
        <CrumbsContext.Provider value={crumbs}>
          <HelpContext.Provider value={help ? { href: help, label: t('console:frame.help') } : null}>
            <TabsContext.Provider value={tabs}>{children}</TabsContext.Provider>
          </HelpContext.Provider>
        </CrumbsContext.Provider>
      </main>
      {user && <Footer />}
    </>
  )
}

function TopBar({ islands }: Pick<LayoutProps, 'islands'>) {
  const shell = useShell()
  const { t, path, appearance } = shell
  const navigation = navigationOf(shell)
  return (
    <header className="top">
      <div className="bar">
        <DrawerButton />
        <a
          className="bar-item"
          href={`/panel/notifications?from=${encodeURIComponent(path)}`}
          aria-label={t('console:frame.panel')}
          title={t('console:frame.panel')}
        >
          <Icon name="panel" />
        </a>
        <a
          className="logo"
          href="/access"
          title={appearance?.name ?? undefined}
          aria-label={[appearance?.name, t('console:frame.logo')].filter(Boolean).join(': ')}
        >
          <HouseMark>
            <Logo />
          </HouseMark>
        </a>
        <Tabs {...navigation} />
        <div className="bar-end">
          {islands ?? (
            <a className="bar-item" href="/notifications/list?seen=0" aria-label={t('console:frame.bell')}>
              <Icon name="bell" />
            </a>
          )}
          <LanguageMenu />
          <UserMenu />
        </div>
      </div>
      <SubMenu {...navigation} />
    </header>
  )
}

/**
 * As `favicon.png` has it, but part of the page: a picture would be a document of its own, with styles and a layout.
 */
const Logo = () => (
  <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
    <path d="M7 8h5.25v11H7zM13.75 8h4.5v11h-4.5zM19.75 8H25v11h-5.25zM9 21.75h14a1.25 1.25 0 0 1 0 2.5H9a1.25 1.25 0 0 1 0-2.5z" />
  </svg>
)

/** Pages outside the menu that breadcrumbs may lead to. */
const pagesApart = new Set(['/access', '/user-profile', HELP, ...sectionPaths])
const entities = new Set<string>(Object.values(resourcePaths))

export const answers = (path: string) =>
  built.has(path) ||
  pagesApart.has(path) ||
  isTypedAddress(path) ||
  entities.has(path.replace(/\/[0-9a-f]{24}$/, ''))

/** For the title row of the page itself. */
function useCrumbs({ title, names, narrowedTo }: Pick<LayoutProps, 'title' | 'names' | 'narrowedTo'>) {
  const { user, path, t } = useShell()
  if (!user) return null
  const at = path.indexOf('?')
  const crumbs = breadcrumbs({
    pathname: at < 0 ? path : path.slice(0, at),
    search: at < 0 ? '' : path.slice(at),
    title,
    names,
    narrowedTo,
    t,
    answers,
  })
  return crumbs.length === 0 ? null : { label: t('console:frame.crumbsLabel'), crumbs }
}

/** On paper each page says who printed it, when and in which zone. */
function PrintNote() {
  const { user, now, timeZone, t, format, appearance } = useShell()
  return (
    <p className="only-print print-note">
      {appearance?.name ? `${appearance.name} · ` : null}
      {t('console:frame.printedBy', { user: user?.name, time: format.exact(now), zone: timeZone })}
    </p>
  )
}

/** Nearer than this, whoever begins something long should know. */
const SOON_MS = 15 * MINUTE_MS

/** Working on puts the end of an idle session off, so only the other one is worth a line above the page. */
function EndNote() {
  const { sessionEnd, t, format, now } = useShell()
  if (!sessionEnd?.isFinal || sessionEnd.remaining > SOON_MS) return null
  return (
    <Alert tone="warn" className="no-print mb-2">
      {t('auth:ending.final', { time: format.time(now + sessionEnd.remaining) })}
    </Alert>
  )
}

/** The start page has a line of its own, with a bar that moves. */
function HistoryNote() {
  const { historyProgress, path, t, format } = useShell()
  if (!historyProgress || path.split('?', 1)[0] === START_PATH) return null
  const { task, title, progress } = historyProgress
  return (
    <Alert tone="info" className="no-print my-2">
      {t('tasks:making')}{' '}
      <a className="link" href={`/advanced/tasks/${task}`}>
        {t([title, 'tasks:kinds.other'])}
      </a>{' '}
      {format.percent(Math.floor(progress / 100) * 100)}
    </Alert>
  )
}

function Footer() {
  const { t, format, now, timeZone, path, sessionEnd, preferences } = useShell()
  return (
    <footer className="foot" data-window={preferences.window}>
      <span>{t('console:frame.footer')}</span>
      <time dateTime={new Date(now).toISOString()}>
        {t('console:frame.shownAt', { time: format.exact(now) })}
      </time>
      <a className="no-print" href={`/panel/settings?from=${encodeURIComponent(path)}`}>
        {t('console:frame.zone', { zone: timeZone })}
      </a>
      {sessionEnd && (
        <span className="no-print">
          {t(sessionEnd.isFinal ? 'console:frame.endsAt' : 'console:frame.idleAt', {
            time: endTime(format, now, sessionEnd.remaining),
          })}
        </span>
      )}
      <a href="#top">{t('console:frame.toTop')}</a>
      <a className="to-top caret up" href="#top" aria-label={t('console:frame.toTop')} />
    </footer>
  )
}

const HALF_A_DAY_MS = 12 * HOUR_MS
/** The hour alone says enough today. */
const endTime = (format: Format, now: number, remaining: number) =>
  remaining > HALF_A_DAY_MS ? format.dateTime(now + remaining) : format.time(now + remaining)
