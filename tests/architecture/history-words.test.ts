/** A history says what was done: "Revoked", not the button's "Revoke". */
import { describe, expect, test } from 'vitest'
import { auditWord } from '../../app/engine/history/audit-trail'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import { resources } from '../../app/definitions'

const done = Object.values(resources).flatMap(resource =>
  resource.actions.map(({ name }) => ({ resource, name })),
)

describe('the history of a record', () => {
  test.each(locales)('has in %s a word for each of its actions that is done', locale => {
    const t = translator(locale)
    expect(done.length).toBeGreaterThan(50)
    expect(
      done.flatMap(({ resource, name }) =>
        auditWord(t, resource, name) === name ? `locales/${locale}/*/console:actions.${name}` : [],
      ),
    ).toEqual([])
  })

  test('says of a token that it was revoked, and of a user that the sign-in was unlocked', () => {
    const t = translator('en')
    const [token, user] = ['api-tokens', 'users'].map(name => resources[name as keyof typeof resources])
    expect([token && auditWord(t, token, 'revoke'), user && auditWord(t, user, 'unlock')]).toEqual([
      'Revoked',
      'Sign-in unlocked',
    ])
  })
})
