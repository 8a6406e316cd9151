/**
 * Notifications on their way to other systems: against a real server on this machine, behind the allowance of tests.
 */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { botToken, channelsAt } from '../../../tests/support/channels'
import { base, fine, hookedBackend, type Got } from '../../../tests/support/hooked'
import { notifyByMail } from '../notifications/notice-mails.service'
import { RETRY_MIN } from '../../platform/tasks/deliveries.service'
import { pruneDeliveries } from './deliver.service'
import { send, type Sent } from './send'
import { signatureOf } from './signature'

/** What is answered instead of sending: nobody waits for a real one that takes its time. */
const sent = vi.hoisted((): { instead: Sent | undefined } => ({ instead: undefined }))
vi.mock('./send', async load => {
  const real = await load<typeof import('./send')>()
  return {
    ...real,
    send: (...args: Parameters<typeof real.send>) =>
      sent.instead ? Promise.resolve(sent.instead) : real.send(...args),
  }
})

let hooked: Awaited<ReturnType<typeof hookedBackend>>
beforeAll(async () => {
  hooked = await hookedBackend()
})
afterAll(() => hooked.close())
beforeEach(() => hooked.forget())

describe('a delivery', () => {
  it('is signed as Standard Webhooks has it, and told once however often it is looked at', async () => {
    const { backend, got, rows, newHook, doorOpens } = hooked
    const { secret } = await newHook()
    await doorOpens()
    await notifyByMail(backend.deps)
    await Promise.all([hooked.deliver(), hooked.deliver()])
    await hooked.deliver()
    expect(got).toHaveLength(1)
    const [{ headers, body, path } = {} as Got] = got
    expect(path).toBe('/hook')
    const signed = {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      body,
    }
    expect(headers['webhook-signature']).toBe(signatureOf(secret, signed))
    expect(signed.timestamp).toBe(Math.floor(backend.clock() / 1_000))
    expect(JSON.parse(body)).toMatchObject({
      type: 'notification.door_open',
      data: { category: 'door', text: { ro: expect.stringContaining(slots.bellLink.serial) as string } },
    })
    expect(await rows()).toMatchObject([
      { state: 'delivered', answer_code: 200, answer: 'thank you', attempts: 1 },
    ])
  })

  it('concerns the kinds and the place that the webhook names, of its tenant alone', async () => {
    const { rows, newHook, doorOpens } = hooked
    const whole = await newHook()
    const braila = await newHook({ location: locations.braila.id })
    await newHook({ kinds: ['jackpot'] })
    await newHook({ enabled: false })
    await doorOpens('cluj')
    expect((await rows()).map(row => row.receiver_id)).toEqual([whole.id])
    await doorOpens('braila')
    expect((await rows()).map(row => row.receiver_id).sort()).toEqual([whole.id, whole.id, braila.id].sort())
  })

  it('is tried again with growing pauses under the same id, then given up, and sent again by hand', async () => {
    const { backend, got, told, post, rows, newHook, doorOpens } = hooked
    told.answer = response => response.writeHead(503).end('<script>alert(1)</script>\u0000')
    await newHook()
    await doorOpens()
    await hooked.deliver()
    for (const minutes of RETRY_MIN) {
      backend.clock.advance(minutes * 60_000 - 1)
      await hooked.deliver()
      const before = got.length
      backend.clock.advance(1)
      await hooked.deliver()
      expect(got).toHaveLength(before + 1)
    }
    backend.clock.advance(30 * 86_400_000)
    await hooked.deliver()
    expect(got).toHaveLength(RETRY_MIN.length + 1)
    expect(new Set(got.map(one => one.headers['webhook-id'])).size).toBe(1)
    const [failed] = await rows()
    expect(failed).toMatchObject({ state: 'failed', problem: 'answered', answer_code: 503 })
    expect(failed?.answer).toBe('<script>alert(1)</script>')

    told.answer = fine
    const ids = [failed?.id]
    const again = await post(`${base}/webhook-delivery-replay`, { ids })
    expect(again.body.data.results).toMatchObject([{ outcome: 'done' }])
    expect((await post(`${base}/webhook-delivery-replay`, { ids })).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'waiting' },
    ])
    await hooked.deliver()
    expect(got.at(-1)).toMatchObject({ body: got[0]?.body, headers: { 'webhook-id': `msg_${failed?.id}` } })
    expect(await rows()).toMatchObject([{ state: 'delivered', replays: 1, problem: null }])
    await pruneDeliveries(backend.db, backend.clock() + 31 * 86_400_000)
    expect(await rows()).toEqual([])
  })

  it('that a killed process had begun is sent by the next, once its time is over', async () => {
    const { backend, got, rows, newHook, doorOpens } = hooked
    await newHook()
    await doorOpens()
    await backend.db
      .updateTable('webhook_deliveries')
      .set({ attempts: 1, next_at: backend.clock() + 60_000 })
      .execute()
    await hooked.deliver()
    expect(got).toHaveLength(0)
    backend.clock.advance(60_000)
    await hooked.deliver()
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('follows no redirect, and reads no more of an answer than it keeps', async () => {
    const { backend, got, told, origin, rows, newHook, doorOpens } = hooked
    told.answer = response => response.writeHead(302, { location: `${origin}/elsewhere` }).end()
    await newHook()
    await doorOpens()
    await hooked.deliver()
    expect(got.map(one => one.path)).toEqual(['/hook'])
    expect(await rows()).toMatchObject([{ state: 'waiting', problem: 'redirected', answer_code: 302 }])

    told.answer = response => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(60_000)));
      }
      response.on('drain', more)
      more()
    }
    backend.clock.advance(60_000)
    await hooked.deliver()
    expect(await rows()).toMatchObject([{ state: 'delivered', answer: 'x'.repeat(500) }])
  })

  it('goes nowhere without the allowance, though the address was accepted with it', async () => {
    const { got, rows, newHook, doorOpens } = hooked
    await newHook()
    await doorOpens()
    await hooked.deliver({
      ...hooked.backend.deps,
      env: { ...hooked.backend.deps.env, webhookTestOrigins: [] },
    })
    expect(got).toHaveLength(0)
    expect(await rows()).toMatchObject([{ state: 'waiting', problem: 'scheme' }])
    const rebound = await send({
      address: 'https://desk.example.com',
      headers: {},
      body: '{}',
      reach: { allowed: [], ownHost: 'console.example.com' },
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
    expect(rebound).toMatchObject({ problem: 'private_address' })
  })

  it('connects to the address that was judged, and does not ask for the name again', async () => {
    const { got, origin } = hooked
    const { port } = new URL(origin)
    let asked = 0
    const named = `http://desk.example.invalid:${port}`
    const answered = await send({
      address: `${named}/hook`,
      headers: {},
      body: '{}',
      reach: { allowed: [named], ownHost: 'console.example.com' },
      resolve: () => {
        asked += 1
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      },
    })
    expect(answered).toMatchObject({ problem: null, code: 200 })
    expect(asked).toBe(1)
    expect(got[0]?.headers.host).toBe(`desk.example.invalid:${port}`)
  })
})

describe('a channel’s other side', () => {
  it.each([
    [
      'in a header',
      (answer: ServerResponse) => answer.writeHead(429, { 'retry-after': '600' }).end('rate_limited'),
    ],
    [
      'in its answer',
      (answer: ServerResponse) =>
        answer
          .writeHead(429)
          .end(
            '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":600}}',
          ),
    ],
  ])('that asks for a pause %s gets it', async (_, answer) => {
    const { backend, rows, told, newChannel, doorOpens } = hooked
    told.answer = answer
    await newChannel(channelsAt(hooked.origin).telegram)
    await doorOpens()
    await doorOpens('braila')
    await hooked.deliver()
    const next_at = backend.clock() + 600_000
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 1, answer_code: 429, next_at },
      { state: 'waiting', attempts: 0, answer_code: null, next_at },
    ])
  })

  it('gets what waits as the channel is by then', async () => {
    const { got, told, rows, newChannel, doorOpens, post } = hooked
    const { telegram } = channelsAt(hooked.origin)
    told.answer = answer => answer.writeHead(500).end()
    const id = await newChannel(telegram)
    await doorOpens()
    await hooked.deliver()
    const url = `${base}/notification-channel/${id}`
    const { version } = (await hooked.backend.json(url, { as: 'mihai' })).body.data[
      'notification-channel'
    ] as {
      version: number
    }
    const body = {
      ...telegram,
      secret: null,
      recipient: '@another_chat',
      name: 'Crew',
      severities: ['alarm'],
      kinds: ['door'],
      version,
    }
    const saved = await hooked.backend.json(url, { as: 'mihai', method: 'PUT', body })
    expect(saved.status).toBe(200)
    told.answer = fine
    const [{ id: waiting } = { id: '' }] = await rows()
    hooked.backend.clock.advance(60_000)
    await hooked.deliver()
    expect(got.map(({ body: sent }) => JSON.parse(sent).chat_id)).toEqual(['-1001234567890', '@another_chat'])
    expect(JSON.parse(got[1]?.body ?? '').text).toBe(JSON.parse(got[0]?.body ?? '').text)
    expect((await post(`${base}/webhook-delivery-replay`, { ids: [waiting] })).status).toBe(200)
  })

  it('that may have sent a text message though it did not answer in time gets it once more alone', async () => {
    const { backend, rows, newChannel, doorOpens } = hooked
    await newChannel(channelsAt(hooked.origin).infobip)
    await doorOpens()
    const sleeping = { problem: 'timeout', code: null, answer: null } as const
    for (const state of ['waiting', 'failed']) {
      sent.instead = sleeping
      await hooked.deliver()
      expect(await rows()).toMatchObject([{ state, problem: 'timeout' }])
      backend.clock.advance(60_000)
    }
    sent.instead = undefined
  })

  it('that repeats the secret does not put it into what is stored, and none is in the log', async () => {
    const { backend, rows, told, newChannel, doorOpens } = hooked
    const logged: unknown[] = []
    const log = { ...backend.deps.log, warn: (...line: unknown[]) => void logged.push(line) }
    for (const [channel, secret] of [
      [channelsAt(hooked.origin).telegram, botToken],
      [channelsAt(hooked.origin).infobip, '5f1a9c0d7e2b-4466'],
      [channelsAt(hooked.origin).teams, 'Zk3-s1gn4ture_of_it'],
    ] as const) {
      told.answer = answer => answer.writeHead(401).end(`unknown: ${channel.secret}`)
      await newChannel(channel)
      await doorOpens()
      await hooked.deliver({ ...backend.deps, log } as typeof backend.deps)
      const stored = JSON.stringify(await rows())
      expect(stored).toContain('unknown: …')
      expect(stored).not.toContain(secret)
      expect(JSON.stringify(logged)).not.toContain(secret)
      await hooked.forget()
    }
    const { twilio, teams } = channelsAt(hooked.origin)
    const encoded = { ...teams, secret: `${hooked.origin}/invoke?sig=Zk3%2Bs1gn4ture%3Dof_it` }
    for (const [channel, answer] of [
      // The end of what is stored cuts through it.
      [twilio, `${'x'.repeat(490)}${twilio.secret}`],
      [twilio, `${twilio.secret} `.repeat(1_000)],
      [encoded, 'unknown: Zk3+s1gn4ture=of_it'],
    ] as const) {
      told.answer = response => response.writeHead(401).end(answer)
      await newChannel(channel)
      await doorOpens()
      await hooked.deliver()
      expect(JSON.stringify(await rows())).not.toMatch(/QUMx|Zk3/)
      await hooked.forget()
    }
    expect(logged).toHaveLength(3)
  })
})
