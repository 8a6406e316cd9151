import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from './env.server'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'console-env-'))
const secret = 'x'.repeat(32)

describe("the console's settings", () => {
  test('have defaults that work on one machine', () => {
    expect(readEnv({ DATA_DIR, SESSION_SECRET: secret })).toMatchObject({
      apiUrl: 'http://127.0.0.1:4000',
      https: false,
      trustedProxies: 0,
      ssoHosts: ['localhost'],
    })
  })

  test("a secret of its own is made once, for the owner's eyes only", () => {
    const first = readEnv({ DATA_DIR, SESSION_SECRET: '' }).sessionSecret
    expect(readEnv({ DATA_DIR }).sessionSecret).toBe(first)
    expect(readFileSync(path.join(DATA_DIR, 'session-secret'), 'utf8')).toBe(first)
    expect(statSync(path.join(DATA_DIR, 'session-secret')).mode & 0o777).toBe(0o600)
  })

  test.each([
    [{ PORT: 'abc' }, /^PORT: /],
    [{ API_URL: 'ftp://x' }, /^API_URL: /],
    [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have at least 32/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must start with postgres/],
    [{ ORIGIN: 'https://x.example/path' }, /^ORIGIN: /],
    [{ DATA_DIR: path.join(DATA_DIR, 'session-secret'), SESSION_SECRET: '' }, /is not writable/],
  ])('%j is one clear line', (given, line) => {
    let message = ''
    try {
      readEnv({ DATA_DIR, SESSION_SECRET: secret, ...given })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(line)
    expect(message).not.toContain('\n')
  })

  test('behind HTTPS when the public origin says so', () => {
    expect(readEnv({ DATA_DIR, SESSION_SECRET: secret, ORIGIN: 'https://console.example' })).toMatchObject({
      https: true,
      origin: 'https://console.example',
    })
  })
})
