/** What a machine can keep of `docs/specification.md`: its files, the endpoint families of section 7, the messages of 5 and 8, the constants of 9. */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RETRY_MS } from '../../app/api/realtime.server'
import { exportName } from '../../app/engine/export/csv.server'
import { DEFAULT_ROWS } from '../../app/engine/list/list-query'
import { fallbackLocale, locales } from '../../app/i18n/locales'
import { REFRESH_MARGIN_MS } from '../../app/session/tokens.server'
import { FEWEST, MOST } from '../../backend/auth/registration.contract'
import { MAX_ROWS_PER_PAGE } from '../../backend/contract/list'
import { CODE_WAIT_SECONDS } from '../../backend/profile/profile.contract'
import { testBackend, type TestBackend } from '../support/backend'
import { read } from './project-files'

const page = read('docs/specification.md')

/** By family; `*` stands for an id or a type. */
const FAMILIES: Record<string, readonly string[]> = {
  authorization: ['login', 'logout', 'check', 'refresh', 'sso/callback'],
  rawdata: [
    ...['counters', 'events', 'events-custom', 'messages', 'meters', 'logs', 'log-errors', 'slotdata'],
    ...['ignore-message', 'manual-readings', 'message-edits'],
  ],
  configuration: [
    ...['tenants', 'tenant', 'tenant/*', 'locations', 'location', 'slots', 'slot', 'smibs', 'smib'],
    ...['slot-config/*', 'location-config/*', 'smib-config/*', 'tenant-config/*'],
    ...['slot-sas-config/*/type/*', 'slot-machine-meters/*', 'slot-machine-meter/*'],
    ...['slot/*/unassign-rule', 'smib-to-smib', 'smib/*/toggle-test', 'smib/*/toggle-log'],
    ...['smib-refresh-password/*', 'smib-send-cmd/*/type/restart', 'smib/*/unassign'],
    ...['tenant', 'location', 'slot', 'smib'].flatMap(one => [`archive/${one}/*`, `unarchive/${one}/*`]),
    ...['tenant', 'location', 'slot'].flatMap(one => [
      `${one}/list-entity-groups`,
      ...['get', 'update', 'delete'].map(verb => `${one}/${verb}-entity-group/*`),
      `${one}/add-entity-group`,
    ]),
    ...['aggregation-rules', 'aggregation-rule', 'get-communication-protocol-types'],
  ],
  'smib-realtime': ['location', 'slot', 'smib', 'tenant'].map(one => `${one}/status/*`),
  'fraud-detector-db': ['tenant-settings/*'],
  settings: [
    'mechanical-meters',
    'data-types',
    'page-columns/*',
    'general-settings/system/*',
    'general-settings/tenant/*',
  ],
  dashboard: ['settings'],
  'player-exclusion-processor': [
    ...['players', 'player/*', 'self-exclusions', 'self-exclusion-cancel', 'player-scans', 'blacklists'],
    ...['blacklist-cancel', 'onjn-exclusions'],
  ],
  users: [
    ...['users', 'user', 'user/*', 'send-verification-code/*', 'verify-code/*', 'entity-groups'],
    ...['permissions', 'user-groups', 'roles', 'acl-rules', 'model-fields/*'],
  ],
  timelog: ['timelog'],
  aggregate: ['*/aggregate', '*/intervals', '*/total', '*/total/intervals'],
  aggregations: ['query', 'raw'],
  public_api: ['slots-offline'],
  checkpoints: ['checkpoints'],
  tasks: ['current', 'completed'],
  dataexport: ['list', 'export'],
  'jackpot-manager': [
    ...['jackpots', 'jackpot', 'cancel-win-display', 'reset', 'regen', 'delete/jackpot/*'],
    ...['jackpot-wins', 'jackpot-win/*', 'jackpot-sources'],
  ],
  'display-channels': ['displays', 'display', 'displays/update/*'],
  'fiscal-reports': [
    ...['daily-reports', 'monthly-reports', 'collector-checkpoints', 'collector-checkpoint'],
    ...['collector-checkpoint/*', 'actual-cash-for-slot/*', 'location/*/day/*/seal'],
  ],
  'jackpot-snapshot': ['checkpoints'],
  'payment-transactions-processor': ['transactions', 'transaction-log'],
  'okto-processor': ['merchants', 'tenant-settings/*'],
  slotcontrol: ['slot-status/*', 'aft/refresh-registration', 'aft/set-asset-number', 'lock', 'unlock'],
  'remote-cashout': ['list', 'reset'],
  notifications: ['list', 'seen', 'confirm', 'templates', 'user-subscriptions', 'user-subscriptions/set'],
  'games-registry': [
    ...['machine-types', 'games', 'game-mixes', 'game-profiles', 'manufacturers', 'protocols'],
    ...['game-settings', 'game', 'game/*', 'delete/game/*'],
  ],
  'notifications-ws': ['connect'],
}

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
      JSON.parse(read(`locales/en/${file}.json`)),
    )
}

/** As the API describes itself, an id or a type as `*`. */
async function described(): Promise<Set<string>> {
  const { paths } = (await (await backend.request('/api/openapi.json')).json()) as {
    paths: Record<string, unknown>
  }
  return new Set(Object.keys(paths).map(path => path.replace(/{\w+}/g, '*').replace(/^\/api\//, '')))
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
    const missing = Object.entries(FAMILIES).flatMap(([family, names]) =>
      names.map(name => `${family}/v1/${name}`).filter(path => !known.has(path)),
    )
    expect(missing).toEqual([])
  })

  test('every message of sections 5 and 8 stands word for word', () => {
    for (const [text, key] of Object.entries(MESSAGES)) expect(textAt(key), key).toBe(text)
    expect(read('backend/auth/sso.service.ts')).toContain('Missing required SSO parameters.')
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
