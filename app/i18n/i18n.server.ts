/** The languages on the server: which one a request gets, and one ready i18next instance for each. */
import { readFileSync } from 'node:fs'
import { match } from '@formatjs/intl-localematcher'
import { createInstance, type i18n, type Resource } from 'i18next'
import { LRUCache } from 'lru-cache'
import { RemixI18Next } from 'remix-i18next/server'
import { fallbackLocale, isLocale, locales, regions, type Locale, type Translate } from './locales'
import { installationName } from '../../backend/platform/process/installation-name'
import { withOwnWords } from './own-words'
import { translateOf } from './translate'

/**
 * A language is read at its first use: in the program's own source all three would stay in memory for good,
 * several times over (`bin/build.mjs` writes these).
 */
const filed = (locale: Locale): Resource[string] =>
  JSON.parse(readFileSync(new URL(`texts/${locale}.json`, import.meta.url), 'utf8')) as Resource[string]

// The mode says what is built, because tests set Node to production.
const files =
  import.meta.env.MODE === 'production'
    ? undefined
    : import.meta.glob<Resource[string][string]>('../../locales/*/*/*.json', {
        eager: true,
        import: 'default',
      })

const resources = new Map<Locale, Resource[string]>()

function resourcesOf(locale: Locale): Resource[string] {
  const known = resources.get(locale)
  if (known) return known
  const made = withOwnWords(
    files ? fromSources(files, locale) : filed(locale),
    installationName('') || undefined,
  )
  resources.set(locale, made)
  return made
}

function fromSources(all: Record<string, Resource[string][string]>, locale: Locale): Resource[string] {
  const own = Object.entries(all).filter(([path]) => path.includes(`/${locale}/`))
  return Object.fromEntries(
    own.map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
  )
}

function makeInstance(locale: Locale): i18n {
  const instance = createInstance()
  // Texts reach the page through React, which escapes them: escaping twice would show "&amp;".
  void instance.init({
    // Regions count as their numbers are written: what Portugal says of several ("0 máquinas"), `pt` alone, which is
    // Brazil's, says of one.
    lng: regions[locale],
    fallbackLng: regions[fallbackLocale],
    load: 'currentOnly',
    resources: {
      [regions[locale]]: resourcesOf(locale),
      [regions[fallbackLocale]]: resourcesOf(fallbackLocale),
    },
    defaultNS: 'console',
    // A field or a section that an entity's own file does not name is called as it is everywhere.
    fallbackNS: 'labels',
    initImmediate: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  return instance
}

const instances = new Map<Locale, i18n>()

export function i18nFor(locale: Locale): i18n {
  const known = instances.get(locale)
  if (known) return known
  const made = makeInstance(locale)
  instances.set(locale, made)
  return made
}

export const translator = (locale: Locale): Translate => translateOf(i18nFor(locale))

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: fallbackLocale,
    order: ['custom'],
    findLocale: request => Promise.resolve(chosenLocale(request) ?? acceptedLocale(request)),
  },
})

/**
 * Ruling 27: cookie, the user's setting, Accept-Language, English. A public report view and what a share link shows
 * obey `?lng=` before all; so does signing in, whose page may carry a form.
 */
export async function detectLocale(request: Request, userLanguage?: string | null): Promise<Locale> {
  const chosen = chosenLocale(request)
  if (chosen) return chosen
  if (isLocale(userLanguage)) return userLanguage
  const found = await detector.getLocale(request)
  return isLocale(found) ? found : fallbackLocale
}

const obeysAddress = /^\/(?:reports\/(?:daily|monthly)(?:-jackpot)?-report\/|auth\/login$|shared(?:\/|$))/

function chosenLocale(request: Request): Locale | null {
  const { pathname, searchParams } = new URL(request.url)
  const requested = obeysAddress.test(pathname) ? searchParams.get('lng') : null
  if (isLocale(requested)) return requested
  const cookie = /(?:^|;\s*)lng=([a-z]{2})(?:;|$)/.exec(request.headers.get('Cookie') ?? '')?.[1]
  return isLocale(cookie) ? cookie : null
}

/** Browsers send a handful of different headers, and matching one takes a millisecond. */
const accepted = new LRUCache<string, Locale>({ max: 500 })

function acceptedLocale(request: Request): Locale {
  const header = (request.headers.get('Accept-Language') ?? '').slice(0, 500)
  const known = accepted.get(header)
  if (known) return known
  const locale = bestLocale(header)
  accepted.set(header, locale)
  return locale
}

/** The header's languages by weight, matched properly: "de, pt-BR;q=0.8" is Portuguese. */
function bestLocale(header: string): Locale {
  const wanted = header.split(',').flatMap(part => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const weight = Number(parameters.map(text => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean) ?? 1)
    return isTag(tag) && weight > 0 ? [{ tag, weight }] : []
  })
  const tags = wanted.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag)
  // One tag at a time: with a list, the matcher prefers the nearest pair over the reader's own order.
  for (const tag of tags) {
    const found = match([tag], locales, 'none')
    if (isLocale(found)) return found
  }
  return fallbackLocale
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
