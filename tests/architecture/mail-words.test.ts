/** An e-mail that sends somebody to a page calls it what it is called there. */
import { describe, expect, test } from 'vitest'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import type { MailKind } from '../../backend/identity/mail/mail.contract'
import { textOf } from '../../backend/identity/mail/mail-texts.service'

const pages: readonly (readonly [MailKind, readonly string[]])[] = [
  ['verify_email', ['console:crumbs.personal-information']],
  ['new_sign_in', ['console:crumbs.email-settings']],
  ['push_browser_added', ['console:crumbs.subscriptions']],
  ['passkey_added', ['console:crumbs.second-factor', 'console:crumbs.passkeys']],
]

describe.each(locales)('e-mails in %s', locale => {
  const t = translator(locale)
  test.each(pages)('%s names the pages as they are named', (kind, names) => {
    const { text } = textOf(kind, locale, [{}])
    for (const name of names) expect(text.toLowerCase()).toContain(t(name).toLowerCase())
  })
})
