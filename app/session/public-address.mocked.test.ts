import { expect, test, vi } from 'vitest'
import { publicAddress } from './public-address.server'

const settings: { origin: string | undefined } = { origin: undefined }
vi.mock('../process/env.server', () => ({ env: () => settings }))

test('what is printed behind a proxy leads to the public address, not to the one that the proxy asked for', () => {
  const asked = 'http://10.0.0.7:3000/displays/new'
  expect(publicAddress(asked).origin).toBe('http://10.0.0.7:3000')
  settings.origin = 'https://console.example.com'
  expect(publicAddress(asked).origin).toBe('https://console.example.com')
})
