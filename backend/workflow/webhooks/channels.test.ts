/** What Teams, Slack, Telegram and gateways get, as their documents have it: against a real server on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { botToken, channelsAt } from '../../../tests/support/channels'
import { base, hookedBackend } from '../../../tests/support/hooked'
import { pushBrowser, vapidClaims } from '../../../tests/support/push'
import { endFamiliesOf } from '../../identity/auth/token-family.service'
import { sealOf } from '../../platform/secrets/sealed.service'
import { notifyByMail } from '../notifications/notice-mails.service'

let hooked: Awaited<ReturnType<typeof hookedBackend>>
beforeAll(async () => {
  hooked = await hookedBackend()
})
afterAll(() => hooked.close())
beforeEach(() => hooked.forget())

const made = () => channelsAt(hooked.origin)

const arrived = async () => {
  await hooked.doorOpens()
  await hooked.deliver()
  const [first] = hooked.got
  return {
    path: first?.path,
    headers: first?.headers ?? {},
    body: first?.body ?? '',
    bytes: first?.bytes ?? Buffer.alloc(0),
  }
}
describe('a channel sends', () => {
  it('Teams an Adaptive Card in the channel’s language, as text that is no markup', async () => {
    await hooked.newChannel({ ...made().teams, language: 'ro' })
    const { path, headers, body } = await arrived()
    expect(path).toBe('/workflows/9d1c/paths/invoke?sig=Zk3-s1gn4ture_of_it')
    expect(headers['content-type']).toBe('application/json')
    const { type, attachments } = JSON.parse(body)
    expect([type, attachments.length, attachments[0].contentType, attachments[0].contentUrl]).toEqual([
      'message',
      1,
      'application/vnd.microsoft.card.adaptive',
      null,
    ])
    const card = attachments[0].content
    expect(card).toMatchObject({
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.2',
    })
    expect(card.body.every((part: { type: string }) => part.type === 'RichTextBlock')).toBe(true)
    expect(card.body[0].inlines).toEqual([
      {
        type: 'TextRun',
        text: expect.stringMatching(`^Alarmă: .*${slots.bellLink.serial}`) as string,
        weight: 'bolder',
        color: 'attention',
      },
    ])
    expect(card.body.at(-1).inlines[0].text).toMatch(/\/notifications\/list$/)
  })

  it('Slack a text whose three signs of markup are escaped', async () => {
    await hooked.newChannel({ ...made().slack, wording: '{serial} & {severity}: {text}' })
    const { path, body } = await arrived()
    expect(path).toBe('/services/T000/B000/AbCdEfGhIjKlMnOpQrStUvWx')
    const { text, ...others } = JSON.parse(body)
    expect(others).toEqual({})
    expect(text).toMatch(`${slots.bellLink.serial} &amp; Alarm: `)
  })

  it('Telegram a message of its bot to a chat', async () => {
    await hooked.newChannel(made().telegram)
    const { path, body } = await arrived()
    expect(path).toBe(`/bot${botToken}/sendMessage`)
    expect(JSON.parse(body)).toEqual({
      chat_id: '-1001234567890',
      text: expect.stringContaining(slots.bellLink.serial) as string,
      link_preview_options: { is_disabled: true },
    })
  })

  it('a gateway what its own template says, as JSON or as form fields, with the secret in its header', async () => {
    await hooked.newChannel(made().infobip)
    const json = await arrived()
    expect(json.headers.authorization).toBe('App 5f1a9c0d7e2b-4466')
    expect(JSON.parse(json.body)).toEqual({
      messages: [
        {
          sender: 'InfoSMS',
          destinations: [{ to: '+40712345678' }],
          content: { text: expect.stringMatching(/^Alarm: .* \(.* 20\d\d.*\)$/) as string },
        },
      ],
    })
    await hooked.forget()
    await hooked.newChannel(made().twilio)
    const { headers, body } = await arrived()
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(headers.authorization).toBe('Basic QUMxMjM6c2VjcmV0LXRva2Vu')
    const sent = new URLSearchParams(body)
    expect([...sent.keys()]).toEqual(['To', 'From', 'Body'])
    expect([sent.get('To'), sent.get('From')]).toEqual(['+447111111111', '+15005550006'])
    expect(sent.get('Body')).toMatch(/^Alarm: .* & /)
  })

  it('what has its severities, categories and locations, and in quiet hours nothing before their end', async () => {
    const { backend, rows, newChannel, doorOpens } = hooked
    const whole = await newChannel(made().slack)
    const braila = await newChannel({ ...made().slack, locations: [locations.braila.id] })
    await newChannel({ ...made().slack, severities: ['info', 'warning'] })
    await newChannel({ ...made().slack, kinds: ['jackpot'] })
    await newChannel({ ...made().slack, enabled: false })
    const hours = { quiet_from: '00:00', quiet_to: '23:59' }
    const quiet = await newChannel({ ...made().slack, ...hours })
    const loud = await newChannel({ ...made().slack, ...hours, alarms_in_quiet: true })
    await doorOpens('cluj')
    const first = await rows()
    expect(first.map(sent => sent.receiver_id).sort()).toEqual([whole, quiet, loud].sort())
    const now = backend.clock()
    expect(first.filter(sent => sent.next_at > now).map(sent => sent.receiver_id)).toEqual([quiet])
    await doorOpens('braila')
    const then = (await rows()).filter(sent => !first.some(({ id }) => id === sent.id))
    expect(then.map(sent => sent.receiver_id).sort()).toEqual([whole, braila, quiet, loud].sort())
    await notifyByMail(backend.deps)
    expect(await rows()).toHaveLength(7)
  })
})

describe('a person’s browser', () => {
  const push = '/api/notifications/v1/push'
  const subscribe = async (more: object = {}) => {
    const browser = pushBrowser()
    const endpoint = `${hooked.origin}/wpush/v2/gAAAAABk-of-this-browser`
    const { status } = await hooked.post(`${push}/subscribe`, {
      endpoint,
      ...browser.keys,
      name: 'Firefox',
      ...more,
    })
    expect(status).toBe(200)
    return browser
  }
  const own = async (as: Person = 'mihai') =>
    (await hooked.backend.json(push, { as })).body.data as unknown as {
      key: string
      browsers: [{ _id: string }]
    }

  it('gets what is on their bell, readable by it alone and signed as VAPID has it', async () => {
    const { backend, post } = hooked
    const browser = await subscribe()
    const { path, headers, bytes } = await arrived()
    expect(path).toBe('/wpush/v2/gAAAAABk-of-this-browser')
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '43200' })
    expect(browser.read(bytes)).toMatchObject({
      title: 'Alarm',
      body: expect.stringMatching(`${slots.bellLink.serial}[^]*\\n.* 20\\d\\d.*`) as string,
      url: '/notifications/list',
    })
    const { key, browsers } = await own()
    expect(headers.authorization).toContain(`k=${key}`)
    expect(vapidClaims(String(headers.authorization))).toMatchObject({
      aud: hooked.origin,
      exp: Math.floor(backend.clock() / 1_000) + 43_200,
    })
    expect(browsers).toMatchObject([
      { name: 'Firefox', severity: 'alarm', sent_to: new URL(hooked.origin).host },
    ])
    expect((await own('paulo')).browsers).toEqual([])
    expect((await post(`${base}/webhook-deliveries`, {})).body.data.total).toBe(0)
    const stored = JSON.stringify(await backend.db.selectFrom('push_browsers').selectAll().execute())
    expect(stored).not.toContain('gAAAAABk')
  })

  it('gets nothing that is off their bell, and is forgotten once its push service says that it is gone', async () => {
    const { got, told, rows, post } = hooked
    await subscribe()
    const choose = (in_app: boolean | null) =>
      post('/api/notifications/v1/user-subscriptions/set', {
        location: null,
        subscriptions: [{ template: 'door_open', in_app, email: null }],
      })
    expect((await choose(false)).status).toBe(200)
    await arrived()
    expect(got).toEqual([])
    await choose(null)
    const [{ _id }] = (await own()).browsers
    expect((await post(`${push}/test`, { id: _id })).body.data).toMatchObject({ problem: null, code: 200 })
    expect((await post(`${push}/test`, { id: _id }, 'paulo')).status).toBe(404)
    told.answer = answer => answer.writeHead(410).end('push subscription has unsubscribed or expired')
    await arrived()
    expect([(await own()).browsers, await rows()]).toEqual([[], []])
    await subscribe()
    const [{ _id: next }] = (await own()).browsers
    expect((await post(`${push}/remove`, { id: next }, 'paulo')).status).toBe(404)
    expect((await post(`${push}/remove`, { id: next })).status).toBe(200)
    expect((await own()).browsers).toEqual([])
    const inside = { endpoint: 'https://10.0.0.1/push', ...pushBrowser().keys, name: 'x' }
    const faults = async (more: object) =>
      (await post(`${push}/subscribe`, { ...inside, ...more })).body.error.fields
    expect((await faults({})).endpoint?.[0]?.code).toBe('private_address')
    for (const elsewhere of [
      'https://example.com/push',
      'https://fcm.googleapis.com:8443/x',
      'https://xnotify.windows.com',
    ])
      expect((await faults({ endpoint: elsewhere })).endpoint?.[0]?.code, elsewhere).toBe('push_service')
    const offCurve = {
      endpoint: 'https://updates.push.services.mozilla.com/x',
      p256dh: `BA${'A'.repeat(85)}`,
    }
    expect((await faults(offCurve)).p256dh?.[0]?.code).toBe('invalid')
  })

  it('gets nothing that has become old, or that its owner may see no more', async () => {
    const { backend, got, rows, doorOpens } = hooked
    await subscribe()
    await doorOpens()
    backend.clock.advance(86_400_000)
    await hooked.deliver()
    expect([got, await rows()]).toEqual([[], []])
    await doorOpens()
    expect(await rows()).toHaveLength(1)
    await backend.db.updateTable('notifications').set({ tenant_id: tenants.lusitania.id }).execute()
    await hooked.deliver()
    expect([got, await rows()]).toEqual([[], []])
  })

  it('that cannot be read any more counts as a failed try', async () => {
    const { backend, rows, doorOpens } = hooked
    await subscribe()
    const { seal } = await sealOf(backend.deps)
    await backend.db
      .updateTable('push_browsers')
      .set({ sealed: seal('{') })
      .execute()
    await doorOpens()
    await hooked.deliver()
    expect(await rows()).toMatchObject([
      { attempts: 1, problem: 'connection', next_at: backend.clock() + 60_000 },
    ])
  })

  it('is announced to its owner, and receives nothing once their sign-ins are ended', async () => {
    const { backend, rows, doorOpens } = hooked
    await backend.db
      .updateTable('users')
      .set({ email: 'mihai@example.com', email_verified: 1 })
      .where('id', '=', people.mihai.id)
      .execute()
    await subscribe()
    await subscribe({ severity: 'info' })
    const mails = await backend.db.selectFrom('mails').select(['kind', 'data']).execute()
    expect(mails.map(mail => [mail.kind, JSON.parse(mail.data).browser])).toEqual([
      ['push_browser_added', 'Firefox'],
    ])
    await doorOpens()
    expect(await rows()).toHaveLength(1)
    await endFamiliesOf(backend.db, people.mihai.id, 'password', backend.clock())
    expect([(await own()).browsers, await rows()]).toEqual([[], []])
  })
})
