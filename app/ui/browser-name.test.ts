import { expect, it } from 'vitest'
import { browserIn } from './browser-name'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/109.0.0.0 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox · Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1 Version/16.0 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
  ],
  ['undici', null],
  [null, null],
])('%s is %s', (userAgent, name) => {
  expect(browserIn(userAgent)).toBe(name)
})
