/**
 * The user's own settings at the backend, so that they follow the person to another computer. Pages never wait on them
 * to fail.
 */
import { z } from 'zod'
import type { Api } from '../api/client.server'
import { ApiError } from '../api/api-error'
import { locales } from '../i18n/locales'
import { pageSizes } from '../console/shell-data'
import type { Choices, Preferences } from './preferences.server'
import { SessionEnded } from './tokens.server'

const PATH = '/api/settings/v1/preferences'

const stored = z.looseObject({
  language: z.enum(locales).nullish().catch(null),
  theme: z.string().nullish(),
  density: z.string().nullish(),
  search_key: z.boolean().nullish().catch(null),
  rows_per_page: z.number().nullish().catch(null),
})

/** What the backend keeps of the user's choices; nothing when it keeps none or cannot say just now. */
export async function storedPreferences(api: Api): Promise<Partial<Preferences>> {
  try {
    const { theme, density, search_key, rows_per_page, language } = await api.call('GET', PATH, {
      schema: stored,
      timeLimitMs: 1_500,
    })
    const size = pageSizes.find(known => known === rows_per_page)
    return {
      ...(theme === 'light' || theme === 'dark' || theme === 'contrast' ? { theme } : {}),
      ...(density === 'compact' || density === 'comfortable' || density === 'touch' ? { density } : {}),
      ...(search_key === false && { searchKey: 'off' }),
      ...(size && { rowsPerPage: size }),
      ...(language && { locale: language }),
    }
  } catch (error) {
    return forgiven(error, {})
  }
}

/**
 * Whether the backend has them. The browser's cookies hold all but the time zone in any case, which is waited for
 * longer: nothing else has it.
 */
export async function storePreferences(
  api: Api,
  { theme, density, searchKey, rowsPerPage, locale, timeZone }: Choices,
): Promise<boolean> {
  const body = {
    ...(theme && { theme: theme === 'auto' ? 'system' : theme }),
    ...(density && { density: density === 'auto' ? null : density }),
    ...(searchKey && { search_key: searchKey === 'auto' ? null : false }),
    ...(rowsPerPage !== undefined && { rows_per_page: rowsPerPage }),
    ...(locale && { language: locale }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  }
  const timeLimitMs = timeZone === undefined ? 1_500 : 4_000
  return api.call('PUT', PATH, { body, schema: z.unknown(), timeLimitMs }).then(
    () => true,
    (error: unknown) => forgiven(error, false),
  )
}

function forgiven<T>(error: unknown, instead: T): T {
  if (error instanceof ApiError || error instanceof SessionEnded) return instead
  throw error
}
