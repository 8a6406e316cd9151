/** The document of every page. No page is hydrated: the only script is the island loader's. */
import type { Appearance } from '../backend/accounting/appearance/appearance.contract'
import { offsetAt } from '../backend/platform/contract/time-zone'
import {
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { LinksFunction } from '@remix-run/node'
import { useContext, type ReactNode } from 'react'
import { I18nContext } from 'react-i18next'
import { Accent, useHouse } from './console/appearance'
import { beforeStyles } from './console/before-styles'
import { ErrorPage, refreshOf, troubleOf, troubleTitle } from './console/error-page'
import { RecordTabs } from './engine/detail/record-tabs'
import { favicon } from './console/favicon'
import { Layout as Frame } from './console/layout'
import { Speculation } from './console/speculation'
import { listOnly } from './console/list-only'
import { ShellProvider, useTranslate } from './console/shell-context'
import type { ShellData } from './console/shell-data'
import { localeOf, regions } from './i18n/locales'
import { IslandLoader, LAST_ID } from './islands/island-loader'
import { NotificationsBell } from './islands/notifications-bell'
import { SessionNotice } from './islands/session-notice'
import { VersionNotice } from './islands/version-notice'
import { open } from './session/guard.server'
import { shellData } from './session/shell.server'
import stylesheet from './styles/app.css?url'
import moreStyles from './styles/more.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }, favicon]

export const loader = open(shellData)

export default function App() {
  return (
    <Document>
      <Outlet />
    </Document>
  )
}

/** Also stands when this very loader failed: then without bars, in the reader's language all the same. */
export function ErrorBoundary() {
  const error = useRouteError()
  const t = useTranslate()
  const { kind } = troubleOf(error)
  return (
    <Document title={troubleTitle(error, t)} refresh={refreshOf(error)} isSignedOut={kind === 'signed-out'}>
      <ErrorPage error={error} path={useLocation().pathname} />
    </Document>
  )
}

interface DocumentProps {
  /** In place of the one that the page's loader answered. */
  title?: string
  /** Seconds after which the page asks again by itself. */
  refresh?: number | null
  /** The session ended under this very request: its loader may still have known who it was. */
  isSignedOut?: boolean
  children: ReactNode
}

function Document({ title, refresh, isSignedOut, children }: DocumentProps) {
  const known = useShellData()
  const {
    title: pageTitle,
    crumbs,
    narrowedTo,
    screen: pageScreen,
    isForAnybody,
    appearance,
  } = usePageWords()
  const shell: ShellData = isForAnybody
    ? { ...known, user: null, permissions: {}, flash: null, isForAnybody, appearance: appearance ?? null }
    : isSignedOut
      ? { ...known, user: null }
      : known
  const screen = title ? undefined : pageScreen
  const shown = title ?? pageTitle
  const product = useHouse(shell.appearance)
  const isList = useMatches().at(-1)?.handle === listOnly && !title
  return (
    <html
      lang={screen?.lang ?? regions[shell.locale]}
      data-theme={shell.theme === 'auto' ? undefined : shell.theme}
      data-density={shell.density === 'auto' ? undefined : shell.density}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: beforeStyles }} />
        {shell.user && !screen && <WholeAtOnce />}
        {refresh != null && <meta httpEquiv="refresh" content={String(refresh)} />}
        {screen?.refresh && <ScreenRefresh />}
        <title>{shown ? `${shown} · ${product}` : product}</title>
        <Meta />
        <Links />
        {!isList && <link rel="stylesheet" href={moreStyles} />}
        <Accent appearance={shell.appearance} />
      </head>
      <body>
        <ShellProvider data={shell}>
          {screen ? (
            <main id="main">{children}</main>
          ) : (
            <Frame
              title={title && !shell.path.startsWith('/error/') ? undefined : shown}
              names={crumbs}
              narrowedTo={title ? undefined : narrowedTo}
              islands={shell.user && <Islands shell={shell} />}
              tabs={shell.user && !title && <RecordTabs />}
            >
              {children}
            </Frame>
          )}
        </ShellProvider>
        {shell.user && !screen && <Speculation nonce={shell.nonce} />}
        {(shell.user || screen) && <IslandLoader nonce={shell.nonce} />}
      </body>
    </html>
  )
}

/**
 * The browser draws the page once it has all of it. Drawing what has arrived so far means laying the table out again
 * for each piece, on a slow machine four or five times; browsers that do not know the link do so.
 */
const WholeAtOnce = () => <link rel="expect" href={`#${LAST_ID}`} {...{ blocking: 'render' }} />

const SCREEN_REFRESH = '10'

/** A screen on which nobody presses anything; where scripts run, an island brings the values. */
const ScreenRefresh = () => (
  <noscript>
    <meta httpEquiv="refresh" content={SCREEN_REFRESH} />
  </noscript>
)

function Islands({ shell: { locale, timeZone, now, sessionEnd, unseen } }: { shell: ShellData }) {
  const t = useTranslate()
  const clockAhead = offsetAt(now, timeZone)
  return (
    <>
      <VersionNotice t={t} />
      {sessionEnd && <SessionNotice t={t} end={sessionEnd} clockAhead={clockAhead} />}
      <NotificationsBell t={t} locale={locale} clockAhead={clockAhead} unseen={unseen ?? null} />
    </>
  )
}

/** A page that fills a screen: without bars, in a language of its own; `refresh` where it asks again by itself. */
interface Screen {
  lang: string
  refresh?: true
}

interface PageWords {
  title?: string
  /** Names of the ids in the page's path, for its breadcrumbs. */
  crumbs?: Record<string, string>
  /** The tenant, location or slot that a list is narrowed to. */
  narrowedTo?: string
  screen?: Screen
  /** Shown alike to whoever opens it: who is signed in makes no difference. */
  isForAnybody?: true
  /** Of the tenant whose document such a page shows. */
  appearance?: Appearance | null
}

/** What the deepest page's loader calls itself. */
function usePageWords(): PageWords {
  for (const match of useMatches().toReversed()) {
    const data = match.data as PageWords | null | undefined
    if (typeof data?.title === 'string') return data
  }
  return {}
}

function useShellData(): ShellData {
  const loaded = useRouteLoaderData<ShellData>('root')
  const { i18n } = useContext(I18nContext)
  if (loaded) return loaded
  return {
    user: null,
    permissions: {},
    locale: localeOf(i18n.language),
    theme: 'auto',
    density: 'auto',
    timeZone: 'UTC',
    flash: null,
    nonce: '',
    path: '/',
    now: Date.now(),
    preferences: { rowsPerPage: null },
  }
}
