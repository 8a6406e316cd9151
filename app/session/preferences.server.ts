/** How this browser likes its pages: plain cookies, so that they hold before anyone signs in. */
import {
  densities,
  pageSizes,
  searchKeys,
  themes,
  type Density,
  type SearchKey,
  type Theme,
  type WindowSize,
} from '../console/shell-data'
import { timeZone as knownZone } from '../../backend/platform/contract/primitives'
import { env } from '../process/env.server'
import { isLocale, type Locale } from '../i18n/locales'

export interface Preferences {
  locale: Locale | null
  theme: Theme
  density: Density
  searchKey: SearchKey
  /** Null: as each list has it. */
  rowsPerPage: number | null
}

/** What a person chooses on the settings page: all but the zone is also a cookie of this browser. */
export interface Choices extends Partial<Preferences> {
  /** IANA name; null: as the installation has it. The backend keeps it, for all of a person's devices. */
  timeZone?: string | null
}

const cookiesIn = (cookieHeader: string | null): ReadonlyMap<string, string> =>
  new Map(
    (cookieHeader ?? '').split(';').map(pair => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
    }),
  )

const pageSize = (text: string | undefined): number | null =>
  pageSizes.find(size => String(size) === text) ?? null

/** With fewer rows the page of a large window is half empty. */
const LARGE_WINDOW_ROWS = 25
const WINDOW = 'window'

/** Rows of a page: those that its reader chose, or those that fill their window; null: as each list has it. */
export function rowsFor(cookieHeader: string | null): number | null {
  const cookies = cookiesIn(cookieHeader)
  return pageSize(cookies.get('rows')) ?? (windowIn(cookies) === 'large' ? LARGE_WINDOW_ROWS : null)
}

const windowIn = (cookies: ReadonlyMap<string, string>): WindowSize =>
  cookies.get(WINDOW) === 'large' ? 'large' : 'usual'

/** As this browser's last page found it. */
export const windowOf = (cookieHeader: string | null): WindowSize => windowIn(cookiesIn(cookieHeader))

/** A Set-Cookie value: lists have their rows from the next page on, so nothing changes under somebody's hands. */
export const windowCookie = (size: WindowSize): string =>
  size === 'large' ? cookieText(`${WINDOW}=large`, YEAR_SECONDS) : cookieText(`${WINDOW}=`, 0)

export function readPreferences(cookieHeader: string | null): Preferences {
  const cookies = cookiesIn(cookieHeader)
  const locale = cookies.get('lng')
  return {
    locale: isLocale(locale) ? locale : null,
    theme: themes.find(theme => theme === cookies.get('theme')) ?? 'auto',
    density: densities.find(density => density === cookies.get('density')) ?? 'auto',
    searchKey: searchKeys.find(key => key === cookies.get('search_key')) ?? 'auto',
    rowsPerPage: pageSize(cookies.get('rows')),
  }
}

/** What a form sent, as far as it can be used; what it did not name stays as it is. */
export function readChoices(form: FormData): Choices {
  const typed = (name: string) => form.get(name)
  const theme = themes.find(known => known === typed('theme'))
  const density = densities.find(known => known === typed('density'))
  const searchKey = searchKeys.find(known => known === typed('searchKey'))
  const rowsPerPage =
    typed('rowsPerPage') === '' ? null : pageSizes.find(known => String(known) === typed('rowsPerPage'))
  const locale = typed('lng')
  const zone = typed('timeZone')
  const timeZone = zone === '' ? null : knownZone.safeParse(zone).data
  return {
    ...(timeZone !== undefined && { timeZone }),
    ...(theme && { theme }),
    ...(density && { density }),
    ...(searchKey && { searchKey }),
    ...(rowsPerPage !== undefined && { rowsPerPage }),
    ...(isLocale(locale) && { locale }),
  }
}

const YEAR_SECONDS = 365 * 24 * 3600
const cookieText = (name: string, maxAge: number) =>
  `${name}; Path=/; Max-Age=${maxAge}; SameSite=Lax${env().https ? '; Secure' : ''}`

/** The same as `preferenceCookies`, for an answer. */
export const preferenceHeaders = (choices: Partial<Preferences>): [string, string][] =>
  preferenceCookies(choices).map(cookie => ['Set-Cookie', cookie])

/** Set-Cookie values. `auto` and a blank page size are the absence of a cookie. */
export function preferenceCookies({
  locale,
  theme,
  density,
  searchKey,
  rowsPerPage,
}: Partial<Preferences>): string[] {
  const cookie = (name: string, value: string) =>
    value === 'auto' ? cookieText(`${name}=`, 0) : cookieText(`${name}=${value}`, YEAR_SECONDS)
  return [
    ...(locale ? [cookie('lng', locale)] : []),
    ...(theme ? [cookie('theme', theme)] : []),
    ...(density ? [cookie('density', density)] : []),
    ...(searchKey ? [cookie('search_key', searchKey)] : []),
    ...(rowsPerPage === undefined ? [] : [cookie('rows', String(rowsPerPage ?? 'auto'))]),
  ]
}
