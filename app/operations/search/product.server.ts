/** What the product itself calls by a name, in words of any of its languages. */
import type { PermissionMap } from '../../../backend/platform/contract/permissions'
import { HELP, topics } from '../../console/help-topics'
import { menuFor } from '../../console/menu'
import { foundByWords, type Match } from '../../i18n/found-words'
import { i18nFor, translator } from '../../i18n/i18n.server'
import { fallbackLocale, locales, regions, type Translate } from '../../i18n/locales'
import { helpTexts } from '../../platform/help/help-search'
import { eventName } from '../../telemetry/events/events'
import type { FoundGroup, FoundRow } from './found-group'
import { settingName } from '../../estate/config/setting-text'
import { shownSettings } from './shown-settings'

interface Reader {
  permissions: PermissionMap
  tenantId: string
}

/** Kinds of which nothing is found are left out. */
export function foundInProduct(query: string, reader: Reader, t: Translate): FoundGroup[] {
  const languages = locales.map(translator)
  return [
    pages(query, reader, languages, t),
    events(query, reader, languages, t),
    settings(query, reader, languages, t),
    help(query, languages, t),
  ].filter(({ total }) => total > 0)
}

type Languages = readonly Translate[]

function pages(query: string, { permissions }: Reader, languages: Languages, t: Translate): FoundGroup {
  const entries = menuFor(permissions).flatMap(({ key: section, entries: own }) =>
    own.map(entry => ({ ...entry, section })),
  )
  const found = foundByWords(entries, query, languages, ({ key, section }) => ({
    name: own => own(`console:entries.${key}.name`),
    about: own => [
      own(`console:entries.${key}.about`),
      own(`console:sections.${section}`),
      // Its name is a plural, and one of them may begin otherwise: predare, predări. The number is no word of it.
      own(`${key}:counted`, { count: 1, defaultValue: '' }).replace(/^(?:1|o|un|uma?) /, ''),
    ],
  }))
  return groupOf('page', t('search:pages'), found, ({ key, path }) => ({
    href: path,
    name: t(`console:entries.${key}.name`),
    where: t(`console:entries.${key}.about`),
  }))
}

/** Each leads to the events of its code. */
function events(query: string, { permissions }: Reader, languages: Languages, t: Translate): FoundGroup {
  const isOpen = menuFor(permissions).some(({ entries }) => entries.some(({ path }) => path === '/events'))
  const found = foundByWords(isOpen ? eventCodes() : [], query, languages, code => ({
    name: own => eventName(own, code),
    about: () => [code],
  }))
  return groupOf('event', t('events:title'), found, code => ({
    href: `/events?${new URLSearchParams({ code }).toString()}`,
    name: eventName(t, code),
    where: code,
  }))
}

const eventCodes = (): string[] =>
  Object.keys(i18nFor(fallbackLocale).getResource(regions[fallbackLocale], 'events', 'codes') as object)

function settings(query: string, reader: Reader, languages: Languages, t: Translate): FoundGroup {
  const found = foundByWords(shownSettings(reader), query, languages, ({ kind, key, group }) => ({
    name: own => settingName(own, kind, key),
    about: own => [group(own)],
  }))
  return groupOf('setting', t('search:settings'), found, ({ kind, key, href, page, group }) => ({
    href,
    name: settingName(t, kind, key),
    where: `${page(t)} · ${group(t)}`,
  }))
}

function help(query: string, languages: Languages, t: Translate): FoundGroup {
  // The handbook itself, then its topics.
  const all = [null, ...topics]
  const found = foundByWords(all, query, languages, topic =>
    topic === null ? { name: own => own('help:title') } : helpTexts(topic),
  )
  return groupOf('help', t('help:title'), found, topic =>
    topic === null
      ? { href: HELP, name: t('help:title'), where: t('help:about') }
      : {
          href: `${HELP}/${topic}`,
          name: t(`help:topics.${topic}.title`),
          where: t(`help:topics.${topic}.what`),
        },
  )
}

const groupOf = <One>(
  key: string,
  title: string,
  found: readonly Match<One>[],
  rowOf: (one: One) => Pick<FoundRow, 'href' | 'name' | 'where'>,
): FoundGroup => ({
  key,
  title,
  total: found.length,
  list: null,
  code: false,
  rows: found.map(({ one, exact }) => ({ ...rowOf(one), amount: null, archived: false, exact })),
})
