import { describe, expect, it } from 'vitest'
import { readEnv } from './env'

describe('the backend’s settings', () => {
  it('have defaults, and an empty one counts as left out', () => {
    expect(readEnv({ BACKEND_PORT: '', OIDC_ISSUER: '' })).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      demo: true,
      databaseUrl: undefined,
      smtpUrl: undefined,
      oidc: undefined,
      trustedProxies: 0,
    })
  })

  it('take a replica of the database that they name', () => {
    const DATABASE_URL = 'postgres://one,two/db'
    const DATABASE_READ_URL = 'postgres://three:5432/db'
    expect(readEnv({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL)
    expect(readEnv({ DATABASE_URL, DATABASE_READ_URL: '' }).databaseReadUrl).toBeUndefined()
    for (const [given, why] of [
      [{ DATABASE_READ_URL }, /^Invalid settings: DATABASE_READ_URL is for a replica of DATABASE_URL/],
      [{ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL }, /DATABASE_READ_URL must name one server/],
      [{ DATABASE_URL, DATABASE_READ_URL: 'mysql://one/db' }, /must start with postgres/],
    ] as const)
      expect(() => readEnv(given)).toThrow(why)
  })

  it('take a provider of single sign-on whole', () => {
    expect(
      readEnv({
        OIDC_ISSUER: 'https://id.example.com/realms/hall',
        OIDC_CLIENT_ID: 'console',
        OIDC_CLIENT_SECRET: 'sesame',
        OIDC_SCOPE: '',
        OIDC_ROLES: '',
      }).oidc,
    ).toEqual({
      issuer: 'https://id.example.com/realms/hall',
      clientId: 'console',
      clientSecret: 'sesame',
      scope: 'openid email profile',
      groupsClaim: 'groups',
      roles: [],
    })
  })

  it('take groups and roles in pairs', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' }
    expect(readEnv({ ...oidc, OIDC_ROLES: 'floor=operator; house = manager;' }).oidc?.roles).toEqual([
      { group: 'floor', role: 'operator' },
      { group: 'house', role: 'manager' },
    ])
  })

  it.each([
    [
      { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_SECRET: 'sesame' },
      /^Invalid settings: OIDC_CLIENT_ID is missing/,
    ],
    [
      { OIDC_ISSUER: 'id.example.com', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'sesame' },
      /OIDC_ISSUER/,
    ],
    [{ SMTP_URL: 'http://mail' }, /SMTP_URL must start with smtp/],
    [{ SESSION_SECRET: 'sesame' }, /SESSION_SECRET must have at least 32/],
    [{ BACKEND_TRUST_PROXY: 'yes' }, /BACKEND_TRUST_PROXY/],
    [{ BACKEND_PORT: '99999', DEMO: 'maybe' }, /BACKEND_PORT.*; DEMO/],
  ])('%j is one line that repeats no value', (settings, message) => {
    const said = (() => {
      try {
        readEnv(settings)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(said).toMatch(message)
    expect(said).not.toContain('sesame')
    expect(said).not.toContain('\n')
  })
})

it('takes a name of the installation of 60 letters, and refuses a longer one at start', () => {
  expect(() => readEnv({ INSTALLATION_NAME: 'x'.repeat(61) })).toThrow(/INSTALLATION_NAME/)
  expect(() => readEnv({ INSTALLATION_NAME: 'x'.repeat(60) })).not.toThrow()
})
