/**
 * What every component of a page may ask for. Pages are rendered on the server only; islands get their words as props
 * instead.
 */
import { useActionData, useLoaderData } from '@remix-run/react'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { i18n } from 'i18next'
import { I18nContext } from 'react-i18next'
import { allows, type PermissionRule } from '../../backend/platform/contract/permissions'
import { formatter, type Format } from '../i18n/format'
import type { Translate } from '../i18n/locales'
import { translateOf } from '../i18n/translate'
import type { ShellData } from './shell-data'

export interface Shell extends ShellData {
  t: Translate
  format: Format
  can: (rule: PermissionRule) => boolean
}

export const ShellContext = createContext<Shell | null>(null)

export function ShellProvider({ data, children }: { data: ShellData; children: ReactNode }) {
  const t = useTranslate()
  const shell = useMemo<Shell>(
    () => ({
      ...data,
      t,
      format: formatter(data.locale, data.timeZone),
      can: rule => allows(data.permissions, rule),
    }),
    [data, t],
  )
  return <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>
}

/**
 * On a page for paper: what is drawn in it says each instant exactly and with its zone, where a screen says how long
 * ago it was.
 */
export function OnPaper({ children }: { children: ReactNode }) {
  const shell = useShell()
  const { exact } = shell.format
  const onPaper = { ...shell, format: { ...shell.format, age: exact, dateTime: exact } }
  return <ShellContext.Provider value={onPaper}>{children}</ShellContext.Provider>
}

/** What is drawn in it has the days and hours of a place, where the reader has no zone of their own. */
export function InZone({ zone, children }: { zone: string; children: ReactNode }) {
  const shell = useShell()
  const there = { ...shell, timeZone: zone, format: formatter(shell.locale, zone) }
  return <ShellContext.Provider value={there}>{children}</ShellContext.Provider>
}

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell() stands outside the page frame')
  return shell
}

type AnyLoader = (...args: never) => unknown
/** What a loader gives its page: `Loaded<typeof loader>`. */
export type Loaded<Loader extends AnyLoader> = Awaited<ReturnType<Loader>>

/** What the page's loader gave: `useLoaded<typeof loader>()`. */
export const useLoaded = <Loader extends AnyLoader>() => useLoaderData() as Loaded<Loader>

/** The same, on a page whose form is answered with all that its loader gives. */
export function useShown<Loader extends AnyLoader>() {
  const loaded = useLoaded<Loader>()
  return useAnswer<Loaded<Loader>>() ?? loaded
}

/** The answer to this page's form: stored by the action (`keepsAnswer`), or the answer to this very POST. */
export function useAnswer<Answer>(): Answer | undefined {
  const sent = useActionData() as Answer | undefined
  const { answer } = useShell()
  return sent ?? (answer as Answer | undefined)
}

/** The page's language as entry.server chose it; also where there is no shell, as on an error page. */
export function useTranslate(): Translate {
  // react-i18next types the context as always there; without a provider it is undefined.
  const context = useContext(I18nContext) as { i18n: i18n } | undefined
  if (!context) throw new Error('entry.server must wrap the page in I18nextProvider')
  return translateOf(context.i18n)
}
