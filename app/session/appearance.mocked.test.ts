/** A tenant's look outlasts calls that fail, whoever made them, and made-up hosts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Appearance } from '../../backend/accounting/appearance/appearance.contract'
import type { Api } from '../api/client.server'
import { appearanceAtHost, appearanceOfTenant } from './appearance.server'

interface Options {
  body?: { host: string }
  shared?: boolean
}
type Answer = () => Promise<{ appearance: Appearance | null }>
const asked: Options[] = []
let answer: Answer
const call = (_method: string, _path: string, options: Options) => {
  asked.push(options)
  return answer()
}
vi.mock('../process/env.server', () => ({ env: () => ({ origin: 'https://console.example.com' }) }))
vi.mock('./request-session.server', () => ({ strangersApi: () => ({ call }) }))

const nights: Appearance = { name: 'Carpathia Nights', colour: '#7a0019', logo: null }
const says = (appearance: Appearance | null) => () => Promise.resolve({ appearance })
const refused = () => Promise.reject(new Error('429'))
const ways = (name: string): [string, () => Promise<Appearance | null>][] => [
  ['a tenant', () => appearanceOfTenant(name, { call } as unknown as Api)],
  ['a host', () => appearanceAtHost(new Request(`https://${name}.example.com/auth/login`))],
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  asked.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test.each(ways('failing'))('a failure is not stored, and the last look of %s goes on', async (_, look) => {
  answer = refused
  expect(await look()).toBeNull()
  answer = says(nights)
  expect(await look(), 'the next page reads it').toEqual(nights)
  answer = refused
  expect(await look()).toEqual(nights)
  expect(asked, 'read 30 s ago at most').toHaveLength(2)
  vi.setSystemTime(Date.now() + 31_000)
  expect(await look()).toEqual(nights)
  expect(asked).toHaveLength(3)
  answer = says(null)
  expect(await look(), 'the tenant chose nothing any more').toBeNull()
})

test.each(ways('shared'))('who waits for another’s request of %s is not refused with it', async (_, look) => {
  let refuse: (error: Error) => void = () => {}
  answer = () => new Promise((_resolve, reject) => (refuse = reject))
  const first = look()
  const second = look()
  expect(asked, 'one for both, which is read to its end').toEqual([expect.objectContaining({ shared: true })])
  answer = says(nights)
  refuse(new Error('429 of the first alone'))
  expect(await Promise.all([first, second])).toEqual([null, nights])
})

test('no page waits for long', async () => {
  answer = () => new Promise(() => {})
  for (const [, look] of ways('slow')) expect(await look()).toBeNull()
})

test('made-up hosts do not crowd out those of tenants', async () => {
  const [, look] = ways('known')[1] ?? []
  answer = says(nights)
  expect(await look?.()).toEqual(nights)
  answer = says(null)
  for (let made = 0; made < 1_200; made++)
    await appearanceAtHost(new Request(`https://made-up-${made}.example.com/`))
  answer = refused
  expect(await look?.()).toEqual(nights)
  expect(await appearanceAtHost(new Request('https://console.example.com/'))).toBeNull()
  expect(asked.filter(one => one.body?.host === 'known.example.com')).toHaveLength(1)
})
