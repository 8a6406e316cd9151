import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { SessionEnded } from './tokens.server'
import type { TokenSource } from '../api/client.server'
import { createRealtime, type Realtime } from './realtime.server'

vi.mock('../process/env.server', () => ({ env: () => ({ apiUrl: '' }) }))

const door = { id: 'a1', resource_type: 'slot', resource_details: { slot_name: 'EGT-00412' }, timestamp: 1 }
let server: WebSocketServer
let realtime: Realtime
let logins: string[]
let sockets: WebSocket[]
/** What the backend says to a login with this token. */
let verdict: (token: string) => 'ok' | 'unauthorized'

beforeEach(async () => {
  logins = []
  sockets = []
  verdict = () => 'ok'
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  server.on('connection', socket => {
    sockets.push(socket)
    socket.on('message', raw => {
      const { event, data } = JSON.parse(String(raw)) as { event: string; data: { token: string } }
      if (event !== 'login') return
      logins.push(data.token)
      socket.send(JSON.stringify({ event: 'login', data: verdict(data.token) }))
    })
  })
  realtime = createRealtime({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retryMs: 30,
    lingerMs: 60,
  })
})
afterEach(async () => {
  realtime.close()
  for (const socket of server.clients) socket.terminate()
  await new Promise(resolve => server.close(resolve))
})

const tokens = (access = 'old'): TokenSource => {
  let held = access
  return {
    accessToken: () => Promise.resolve(held),
    renew: () => {
      held = 'new'
      return Promise.resolve(held)
    },
  }
}
const say = (event: string, data: unknown) => sockets.at(-1)?.send(JSON.stringify({ event, data }))

describe('the realtime connection', () => {
  test('all pages of a session share one connection, and each is told', async () => {
    const heard: string[][] = [[], []]
    heard.forEach(list => realtime.listen('session', tokens(), one => list.push(one.id)))
    await expect.poll(() => logins).toEqual(['Bearer old'])
    say('notification', door)
    await expect.poll(() => heard).toEqual([['a1'], ['a1']])
    expect(sockets).toHaveLength(1)
  })

  test('refused, it renews the token and tries again', async () => {
    verdict = token => (token === 'Bearer new' ? 'ok' : 'unauthorized')
    const heard: string[] = []
    realtime.listen('session', tokens(), one => heard.push(one.id))
    await expect.poll(() => logins).toEqual(['Bearer old', 'Bearer new'])
    say('notification', door)
    await expect.poll(() => heard).toEqual(['a1'])
  })

  test('after a broken connection it comes back', async () => {
    realtime.listen('session', tokens(), () => undefined)
    await expect.poll(() => logins).toHaveLength(1)
    sockets[0]?.terminate()
    await expect.poll(() => logins).toHaveLength(2)
  })

  test('what is no notification is not passed on', async () => {
    const heard: unknown[] = []
    realtime.listen('session', tokens(), one => heard.push(one))
    await expect.poll(() => logins).toHaveLength(1)
    sockets[0]?.send('nonsense')
    say('notification', { no: 'id' })
    say('weather', door)
    say('notification', door)
    await expect.poll(() => heard).toHaveLength(1)
  })

  test('it outlives the gap between two pages, and ends some time after the last', async () => {
    const leave = realtime.listen('session', tokens(), () => undefined)
    await expect.poll(() => logins).toHaveLength(1)
    leave()
    const leaveNext = realtime.listen('session', tokens(), () => undefined)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(server.clients.size).toBe(1)
    expect(logins).toHaveLength(1)
    leaveNext()
    await expect.poll(() => server.clients.size).toBe(0)
  })

  test('when the session has ended it stops trying', async () => {
    const ended = () => Promise.reject(new SessionEnded('gone'))
    realtime.listen('session', { accessToken: ended, renew: ended }, () => undefined)
    await new Promise(resolve => setTimeout(resolve, 120))
    expect(sockets).toHaveLength(0)
  })
})
