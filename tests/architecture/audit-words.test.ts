import { describe, expect, test } from 'vitest'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
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
  const subjects = named(/entity: '([a-z_]+)'/g)

  test('is read here', () => expect([actions.length > 20, subjects.length > 5]).toEqual([true, true]))

  test.each(locales)('names in %s what was done, and to what', locale => {
    const t = translator(locale)
    const spoken = (keys: string[]) => t(keys, { defaultValue: '' }) !== ''
    expect(actions.filter(action => !spoken([`console:actions.${action}`]))).toEqual([])
    expect(
      subjects.filter(subject => !spoken([`console:subjects.${subject}`, `console:crumbs.${subject}`])),
    ).toEqual([])
  })
})
