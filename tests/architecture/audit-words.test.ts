import { describe, expect, test } from 'vitest'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import { resources } from '../../app/definitions'
import { audit } from '../../app/platform/audit/audit.resource'
import { contracts } from './contracts'
import { projectFiles, read } from './project-files'

/** As written beside `recordChange` or a refusal, or handed to a module's own `record`. */
const named = (pattern: RegExp) =>
  [
    ...new Set(
      projectFiles(/^backend\/.*\.ts$/)
        .filter(file => !file.includes('.test.') && !file.startsWith('backend/demo/'))
        .flatMap(file =>
          /recordChange\(|refusalsOf\(/.test(read(file))
            ? [...read(file).matchAll(pattern)].map(match => match[1] ?? '')
            : [],
        ),
    ),
  ].sort()

describe('the audit log', () => {
  const actions = [
    ...named(/action: '([a-z_]+)'/g),
    ...named(/ record\(db, .*, '([a-z_]+)', /g),
    ...named(/action: [^'\n]*\? '([a-z_]+)'/g),
    ...named(/'(sign_in_[a-z]+)'/g),
  ]
  // A store writes entries under its contract's own name; an export has no store, and is a data_export there.
  const written = contracts.filter(
    ({ one, permissions: { create, update, archive } }) =>
      one !== 'export' && (create ?? update ?? archive) !== undefined,
  )
  const subjects = [...new Set([...named(/entity: '([a-z_-]+)'/g), ...written.map(({ one }) => one)])].filter(
    subject => subject !== 'text',
  ) // A column's type.

  /** An entity says what one is called in its own file. */
  const fileOf = (one: string) =>
    Object.values(resources).find(({ contract }) => contract.one === one)?.name ?? 'console'

  test('is read here', () => expect([actions.length > 20, subjects.length > 5]).toEqual([true, true]))

  test.each(locales)('names in %s what was done, and to what', locale => {
    const t = translator(locale)
    const spoken = (keys: string[]) => t(keys, { defaultValue: '' }) !== ''
    const missing = (group: string, names: string[]) =>
      names
        .filter(name => !spoken([`console:${group}.${name}`]))
        .map(
          name => `locales/${locale}/*/${group === 'subjects' ? fileOf(name) : 'console'}:${group}.${name}`,
        )
    expect(missing('actions', actions)).toEqual([])
    expect(missing('subjects', subjects)).toEqual([])
  })

  test('is narrowed to nothing but what is written in it', () => {
    const known = Object.keys(translator('en')('console:subjects', { returnObjects: true }))
    const narrowed = Object.values(audit.list.shows ?? {}).flatMap(({ entity = [] }) => entity)
    expect(narrowed.filter(subject => !known.includes(String(subject)))).toEqual([])
  })
})
