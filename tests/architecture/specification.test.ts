/**
 * What a machine can keep of `docs/specification.md`: its files, the endpoint families of section 7, the messages of 5
 * and 8, the constants of 9.
 */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RETRY_MS } from '../../app/session/realtime.server'
import { exportName } from '../../app/engine/export/csv.server'
import { DEFAULT_ROWS } from '../../app/engine/address/list-query'
import { fallbackLocale, locales } from '../../app/i18n/locales'
import { REFRESH_MARGIN_MS } from '../../app/session/tokens.server'
import { FEWEST, MOST } from '../../backend/identity/auth/account-lengths.contract'
import { MAX_ROWS_PER_PAGE } from '../../backend/platform/contract/list'
import { CODE_WAIT_SECONDS } from '../../backend/identity/profile/profile.contract'
import { testBackend, type TestBackend } from '../support/backend'
import { SPECIFIED } from '../support/specified-endpoints'
import { read, textsFile } from './project-files'

const page = read('docs/specification.md')

/** Of the parts of section 7 that give whole paths. */
const SHOWN = [
  ...['login', 'logout', 'check', 'refresh', 'sso/callback'].map(name => `authorization/v1/${name}`),
  ...['tenants', 'tenant', 'tenant/*', 'archive/tenant/*', 'unarchive/tenant/*'].map(
    name => `configuration/v1/${name}`,
  ),
  'smib-realtime/v1/tenant/status/*',
  'fraud-detector-db/v1/tenant-settings/*',
  'notifications-ws/v1/connect',
]

/** Message by message, where it stands. A number in one is a value there. */
const MESSAGES: Record<string, string> = {
  'Required field': 'errors:fields.required',
  'Field is not valid': 'errors:fields.invalid',
  '{{name}} is required': 'errors:named.required',
  '{{name}} is not valid': 'errors:named.invalid',
  'The requested {{name}} is not found': 'errors:named.unknown',
  'Accepting terms & conditions are required': 'errors:named.terms',
  'Minimum field length: {{min}}': 'errors:fields.too_short',
  'Maximum field length: {{max}}': 'errors:fields.too_long',
  'Minimum {{count}} symbols': 'account:problems.minimum',
  'Maximum {{count}} symbols': 'account:problems.maximum',
  'Wrong email format': 'account:problems.email',
  "Password and Confirm Password didn't match": 'account:problems.differs',
  'You must accept the terms and conditions': 'account:problems.terms',
  'Current password is required': 'account:problems.current_required',
  'New Password is required': 'account:problems.new_required',
  'Password confirmation is required': 'account:problems.again_required',
  'Full name is required': 'profile:problems.full_name_required',
  'Phone is required': 'profile:problems.phone_number_required',
  'Email is required': 'profile:problems.user_email_required',
  'Please enter the verification token.': 'profile:problems.code',
  'Verification token sent successfully!': 'profile:sent',
  'Email verified successfully!': 'profile:verified_now',
  'The login details are incorrect': 'auth:failures.incorrect',
  'The login details are incorrect or SSO failed.': 'auth:sso.failed',
  'The SSO login process failed. Please try again.': 'auth:sso.exception',
  'Authorization code not found in the URL or initial call for SSO failed': 'auth:sso.not_started',
  'Missing SSO parameters': 'auth:sso.missing',
  'No data in response': 'auth:sso.no_data',
  'Unknown resource type': 'notifications:unknownType',
  'missing template content': 'notifications:missingContent',
  'All caught up! No new notifications.': 'notifications:none',
  'New version available': 'version:available',
  Refresh: 'version:refresh',
  Later: 'version:later',
}

/** Quoted, and not a text of its own here. */
const ELSEWHERE: Record<string, string> = {
  'Missing required SSO parameters.': 'the refused call: backend/identity/auth/sso.service.ts',
  'The login detail is incorrect': 'the translated form of another that is there',
  'User ID is missing, please refresh and try again.': 'cannot happen: the profile is the signed-in person’s',
  'Email is required to send verification token.': 'profile:no_address begins with it',
  'Username is required': 'the account form’s, where the name is given by an administrator',
}

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

function textAt(key: string): unknown {
  const [file = '', path = ''] = key.split(':')
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      JSON.parse(read(textsFile('en', file))),
    )
}

/** As the API describes itself, an id or a type as `*`. */
async function described(): Promise<Set<string>> {
  const { paths } = (await (await backend.request('/api/openapi.json')).json()) as {
    paths: Record<string, unknown>
  }
  return new Set(Object.keys(paths).map(path => path.replace(/{\w+}/g, '*').replace(/^\/api\//, '')))
}

/** A phrase of the text begins where no longer one does. */
function inTextOrder(text: string, phrases: readonly string[]): string[] {
  const left = [...phrases].filter(phrase => phrase !== '')
  const order: string[] = []
  let rest = text
  while (left.length > 0) {
    const begun = rest.replace(/^(?:and\b|[\s,;()])*/, '')
    const next = left
      .filter(phrase => begun.startsWith(phrase))
      .sort((one, other) => other.length - one.length)[0]
    if (next === undefined) return [...order, ...left]
    order.push(next)
    left.splice(left.indexOf(next), 1)
    rest = begun.slice(next.length)
  }
  return order
}

describe('the specification, walked', () => {
  test('every file and folder that the page names exists', () => {
    const named = [...page.matchAll(/`((?:app|backend|locales|tests|docs)\/[^`…]*)`/g)].map(
      ([, path]) => path!,
    )
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter(path => !existsSync(path))).toEqual([])
  })

  test('every endpoint family of section 7 is in the API’s description', async () => {
    const known = await described()
    const paths = [
      ...SHOWN,
      ...SPECIFIED.flatMap(([family, phrases]) =>
        Object.values(phrases)
          .flat()
          .map(path => (path.startsWith('/') ? path.slice(1) : `${family}/v1/${path}`)),
      ),
    ]
    expect(paths.filter(path => !known.has(path))).toEqual([])
  })

  test('no word of the text about endpoint families is left out', () => {
    let rest = read('tests/support/specified-endpoints.txt').trim()
    for (const [family, phrases] of SPECIFIED) {
      const at = rest.indexOf(family)
      expect(at, family).toBeGreaterThanOrEqual(0)
      expect(rest.slice(0, at), `before ${family}`).toMatch(/^(?:and|[\s,;()])*$/)
      rest = rest.slice(at + family.length)
      for (const phrase of inTextOrder(rest, Object.keys(phrases))) {
        const found = rest.indexOf(phrase)
        expect(found, `${family}: ${phrase}`).toBeGreaterThanOrEqual(0)
        expect(rest.slice(0, found), `${family}: before ${phrase}`).toMatch(/^(?:and|[\s,;()])*$/)
        rest = rest.slice(found + phrase.length)
      }
    }
    expect(rest).toMatch(/^[)\s]*$/)
  })

  test('every message that the text quotes is among those below, or is said to be left out', () => {
    const text = read('tests/support/specified-messages.txt')
    const quoted = [...text.matchAll(/'((?:[^']|'(?=t\b))+)'/g)].map(([, message]) => message ?? '')
    expect(quoted.length).toBeGreaterThan(40)
    const known = Object.keys(MESSAGES).map(message => message.replaceAll(/{{(\w+)}}/g, '{$1}'))
    const isKnown = (message: string) =>
      known.some(
        one =>
          one === message || one.startsWith(`${message} {`) || one === message.replace(/ \d+ /, ' {count} '),
      )
    expect(quoted.filter(message => !isKnown(message) && !(message in ELSEWHERE))).toEqual([])
  })

  test('every message of sections 5 and 8 stands word for word', () => {
    for (const [text, key] of Object.entries(MESSAGES)) expect(textAt(key), key).toBe(text)
    expect(read('backend/identity/auth/sso.service.ts')).toContain('Missing required SSO parameters.')
  })

  test('every constant of section 9 holds', () => {
    expect({ DEFAULT_ROWS, MAX_ROWS_PER_PAGE, FEWEST, MOST }).toEqual({
      DEFAULT_ROWS: 10,
      MAX_ROWS_PER_PAGE: 65_000,
      FEWEST: 3,
      MOST: 50,
    })
    expect([RETRY_MS, REFRESH_MARGIN_MS, CODE_WAIT_SECONDS]).toEqual([10_000, 30_000, 60])
    expect([[...locales].sort(), fallbackLocale]).toEqual([['en', 'pt', 'ro'], 'en'])
    expect(read('app/islands/version-watch.ts')).toContain('EVERY_MS = 60_000')
    expect(read('app/styles/parts.css')).toMatch(/animation: leave \d+ms 6s/)
    for (const width of [576, 768, 992, 1200]) expect(read('app/styles/app.css')).toContain(`${width}px`)
    expect(exportName('Daily Fiscal Reports', Date.UTC(2026, 10, 20, 12, 5, 9), 'Europe/Bucharest')).toBe(
      'daily_fiscal reports20112026140509.csv',
    )
  })
})
