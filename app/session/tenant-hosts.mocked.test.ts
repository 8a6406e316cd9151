/** With ORIGIN set, a tenant's own address is one of ours as well; every other host is as the installation's. */
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error'
import { isTenantsHost, otherAddresses, siteAddress } from './tenant-hosts.server'

const settings: { origin: string | undefined } = { origin: undefined }
const asked: string[] = []
let answer: (host: string) => Promise<{ known: boolean }>
vi.mock('../process/env.server', () => ({ env: () => settings }))
vi.mock('./request-session.server', () => ({
  strangersApi: () => ({
    call: (_method: string, _path: string, { body }: { body: { host: string } }) => {
      asked.push(body.host)
      return answer(body.host)
    },
  }),
}))

const at = (address: string) => new Request(`${address}/auth/login`)
beforeEach(() => {
  settings.origin = 'https://console.example.com:8443'
  asked.length = 0
  answer = host => Promise.resolve({ known: host === 'aurora.example.com' })
})

test('a tenant’s host has the scheme and port of the installation, which a proxy in between may have changed', async () => {
  for (const there of [
    'http://aurora.example.com',
    'http://AURORA.example.com.',
    'http://aurora.example.com:3000',
  ])
    expect((await siteAddress(at(there))).href.replace('com.:', 'com:')).toBe(
      'https://aurora.example.com:8443/',
    )
  expect(asked, 'asked once, and remembered').toEqual(['aurora.example.com'])
})

test('any other host is as the installation’s, and its own is not asked about', async () => {
  expect((await siteAddress(at('http://10.0.0.7:3000'))).origin).toBe('https://console.example.com:8443')
  expect(asked).toEqual(['10.0.0.7'])
  expect(await isTenantsHost(at('http://console.example.com'))).toBe(false)
  expect(asked).toHaveLength(1)
  settings.origin = undefined
  expect((await siteAddress(at('http://10.0.0.7:3000'))).origin).toBe('http://10.0.0.7:3000')
})

test('while the backend does not say, nobody is refused for good and nothing is remembered', async () => {
  const away = new ApiError({ kind: 'unreachable', status: 503, code: 'unreachable', message: 'away' })
  answer = () => Promise.reject(away)
  await expect(isTenantsHost(at('http://late.example.com'))).rejects.toBe(away)
  expect((await siteAddress(at('http://late.example.com'))).hostname).toBe('console.example.com')
  answer = () => Promise.resolve({ known: true })
  expect(await isTenantsHost(at('http://late.example.com'))).toBe(true)
  const unknown = new ApiError({ kind: 'problem', status: 404, code: 'not_found', message: 'no such call' })
  answer = () => Promise.reject(unknown)
  expect(await isTenantsHost(at('http://older.example.com')), 'a backend without the call').toBe(false)
})

test('who is not let in is told their tenant’s address and the installation’s', () => {
  const here = at('http://lusitania.example.com')
  expect(otherAddresses(here, 'aurora.example.com')).toEqual([
    'https://aurora.example.com:8443/auth/login',
    'https://console.example.com:8443/auth/login',
  ])
  settings.origin = undefined
  expect(otherAddresses(at('http://lusitania.localhost:3000'), 'aurora.localhost')).toEqual([
    'http://aurora.localhost:3000/auth/login',
  ])
})
