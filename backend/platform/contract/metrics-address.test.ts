import { expect, it } from 'vitest'
import { metricsAddress } from './metrics-address'

it.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['metrics.internal:80', { host: 'metrics.internal', port: 80 }],
])('%s', (text, address) => {
  expect(metricsAddress.parse(text)).toEqual(address)
})

it.each(['', 'host', 'host:', 'host:0', 'host:65536', '::1:9464', 'http://host:1', 'on'])(
  '%j is refused',
  text => {
    expect(metricsAddress.safeParse(text).error?.issues[0]?.message).toBe('must be host:port')
  },
)
