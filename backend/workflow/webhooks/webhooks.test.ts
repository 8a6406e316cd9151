/** Webhooks and channels: who makes them, where they may lead, and their secrets. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, tenants } from '../../../tests/people'
import { botToken, channelsAt } from '../../../tests/support/channels'
import { base, hookedBackend, type Got } from '../../../tests/support/hooked'
import { signatureOf } from './signature'

type Made = ReturnType<typeof channelsAt>
const one = `${base}/notification-channel`

let hooked: Awaited<ReturnType<typeof hookedBackend>>
beforeAll(async () => {
  hooked = await hookedBackend()
})
afterAll(() => hooked.close())
beforeEach(() => hooked.forget())

describe('a webhook', () => {
  it('shows its secret once; rotated, both secrets sign until the overlap is over', async () => {
    const { backend, got, post, newHook, doorOpens } = hooked
    const { id, secret } = await newHook()
    const read = await backend.json(`${base}/webhook/${id}`, { as: 'mihai' })
    expect(JSON.stringify(read.body)).not.toContain(secret)
    const { body } = await post(`${base}/webhook-rotate`, { ids: [id], overlap: 'hour', reason: 'New desk' })
    const next = body.data.secret as string
    expect(next).not.toBe(secret)
    const signatures = async () => {
      await doorOpens()
      await hooked.deliver()
      const { headers, body: sent } = got.at(-1) as Got
      const signed = {
        id: String(headers['webhook-id']),
        timestamp: Number(headers['webhook-timestamp']),
        body: sent,
      }
      const told = String(headers['webhook-signature']).split(' ')
      return [next, secret].map(one => told.includes(signatureOf(one, signed)))
    }
    expect(await signatures()).toEqual([true, true])
    backend.clock.advance(3_600_000)
    expect(await signatures()).toEqual([true, false])
    const audit = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'webhook')
      .execute()
    expect(audit.length).toBeGreaterThan(1)
    expect(JSON.stringify(audit)).not.toContain(secret)
  })

  it('does not return from the archive where there are as many as there may be', async () => {
    const { backend, post, newHook } = hooked
    const { id } = await newHook()
    const { rows } = await sql<Record<string, unknown>>`select * from webhooks where id = ${id}`.execute(
      backend.db,
    )
    await backend.db
      .insertInto('webhooks')
      .values(Array.from({ length: 20 }, (_, nr) => ({ ...rows[0], id: `hook-${nr}` }) as never))
      .execute()
    await backend.db.updateTable('webhooks').set({ archived_at: 1 }).where('id', '=', id).execute()
    const { status, body } = await post(`${base}/unarchive/webhook/${id}`, {})
    expect([status, body.error.code]).toEqual([409, 'most_reached'])
    await backend.db.deleteFrom('webhooks').where('id', 'like', 'hook-%').execute()
  })

  it.each([
    [{ address: 'http://desk.example.com/' }, 'address', 'https_only'],
    [{ address: 'https://10.0.0.7/' }, 'address', 'private_address'],
    [{ address: 'no address' }, 'address', 'url'],
    [{ kinds: [] }, 'kinds', 'required'],
    [{ location: locations.porto.id }, 'location', 'unknown'],
    [{ tenant: tenants.lusitania.id }, 'tenant', 'unknown'],
  ])('is refused with %o', async (more, field, code) => {
    const { post } = hooked
    const { status, body } = await post(`${base}/webhook`, {
      name: 'Desk',
      address: 'https://desk.example.com',
      kinds: ['door'],
      ...more,
    })
    expect([status, body.error.fields[field]?.[0]?.code]).toEqual([422, code])
  })

  it('is another tenant’s business, and made by those who may', async () => {
    const { backend, origin, post, newHook } = hooked
    const { id } = await newHook()
    expect((await backend.json(`${base}/webhook/${id}`, { as: 'paulo' })).status).toBe(404)
    expect(
      (await post(`${base}/webhook-rotate`, { ids: [id], overlap: 'none', reason: 'Mine now' }, 'paulo'))
        .status,
    ).toBe(404)
    expect((await post(`${base}/webhooks`, {}, 'olga')).status).toBe(403)
    expect(
      (await post(`${base}/webhook`, { name: 'Desk', address: `${origin}/x`, kinds: ['door'] }, 'andrei'))
        .status,
    ).toBe(403)
    expect(people.andrei.role).toBe('auditor')
    expect((await post(`${base}/webhooks`, {}, 'andrei')).body.data.total).toBeGreaterThan(0)
  })

  it('of a tenant there are twenty at most', async () => {
    const { origin, post } = hooked
    const made = []
    for (let count = 0; count < 21; count += 1)
      made.push(
        (await post(`${base}/webhook`, { name: `Desk ${count}`, address: `${origin}/x`, kinds: ['door'] }))
          .status,
      )
    expect(made.filter(status => status === 200)).toHaveLength(20)
    expect(made.at(-1)).toBe(422)
  })
})

describe('a channel', () => {
  it('of a tenant is another tenant’s business, and there are twenty at most', async () => {
    const { backend, post, newChannel } = hooked
    const made = channelsAt(hooked.origin).slack
    const id = await newChannel(made)
    expect((await backend.json(`${one}/${id}`, { as: 'paulo' })).status).toBe(404)
    expect((await post(`${base}/notification-channels`, {}, 'olga')).status).toBe(403)
    const { rows } = await sql<Record<string, unknown>>`select * from notification_channels`.execute(
      backend.db,
    )
    await backend.db
      .insertInto('notification_channels')
      .values(Array.from({ length: 19 }, (_, nr) => ({ ...rows[0], id: `channel-${nr}` }) as never))
      .execute()
    const { status, body } = await post(one, { name: 'Crew', severities: ['info'], kinds: ['door'], ...made })
    expect([status, body.error.fields.name?.[0]?.code]).toEqual([422, 'too_many'])
  })

  it('keeps its secret to itself, and for the address with which it was typed', async () => {
    const { backend, post, newChannel } = hooked
    const id = await newChannel(channelsAt(hooked.origin).telegram)
    const list = await post(`${base}/notification-channels`, {})
    const { body: read } = await backend.json(`${one}/${id}`, { as: 'mihai' })
    const shown = read.data['notification-channel'] as object
    expect(JSON.stringify([list.body, shown])).not.toContain(botToken)
    expect(shown).toMatchObject({ sent_to: new URL(hooked.origin).host, secured_at: backend.clock() })
    const save = (more: object) =>
      backend.json(`${one}/${id}`, { as: 'mihai', method: 'PUT', body: { ...shown, ...more } })
    const codeOf = ({ body }: { body: { error: { fields: object } } }) => body.error.fields
    expect(codeOf(await save({ address: null }))).toEqual({ secret: [{ code: 'required' }] })
    expect(codeOf(await save({ kind: 'slack' }))).toMatchObject({ kind: [{ code: 'fixed' }] })
    expect((await save({ name: 'Night crew' })).status).toBe(200)
    const { sealed } = await backend.db
      .selectFrom('notification_channels')
      .select('sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(sealed).toMatch(/^sealed:/)
    expect(sealed).not.toContain(botToken)
  })

  it.each([
    [(made: Made) => ({ ...made.slack, secret: undefined }), 'secret', 'required'],
    [
      (made: Made) => ({ ...made.slack, secret: 'http://hooks.slack.com/services/T/B/X' }),
      'secret',
      'https_only',
    ],
    [
      (made: Made) => ({ ...made.slack, secret: 'https://192.168.1.9/services/T/B/X' }),
      'secret',
      'private_address',
    ],
    [(made: Made) => ({ ...made.telegram, secret: 'abc/../getMe' }), 'secret', 'bot_token'],
    [(made: Made) => ({ ...made.telegram, recipient: 'the crew' }), 'recipient', 'invalid'],
    [(made: Made) => ({ ...made.infobip, recipient: '' }), 'recipient', 'required'],
    [(made: Made) => ({ ...made.infobip, address: 'https://10.1.2.3/sms' }), 'address', 'private_address'],
    [(made: Made) => ({ ...made.infobip, address: null }), 'address', 'required'],
    [(made: Made) => ({ ...made.infobip, header: 'Host' }), 'header', 'invalid'],
    [
      (made: Made) => ({ ...made.infobip, template: '{"to":"{to}","text":"{txt}"}' }),
      'template',
      'unknown_placeholder',
    ],
    [(made: Made) => ({ ...made.infobip, template: '{"to":"{to}"}' }), 'template', 'needs_value'],
    [
      (made: Made) => ({ ...made.infobip, template: '{"to":"{to}","text":{text}}' }),
      'template',
      'json_values',
    ],
    [(made: Made) => ({ ...made.slack, wording: '{slot} is open' }), 'wording', 'unknown_placeholder'],
    [(made: Made) => ({ ...made.slack, wording: '{text' }), 'wording', 'loose_brace'],
    [(made: Made) => ({ ...made.slack, kinds: [] }), 'kinds', 'required'],
    [(made: Made) => ({ ...made.slack, quiet_from: '22:00' }), 'quiet_to', 'required'],
    [(made: Made) => ({ ...made.slack, locations: [locations.porto.id] }), 'locations', 'unknown'],
    [(made: Made) => ({ ...made.slack, tenant: tenants.lusitania.id }), 'tenant', 'unknown'],
  ])('is refused for %s: %s %s', async (given, field, code) => {
    const { status, body } = await hooked.post(one, {
      name: 'Crew',
      severities: ['alarm'],
      kinds: ['door'],
      ...given(channelsAt(hooked.origin)),
    })
    expect([status, body.error.fields[field]?.[0]?.code]).toEqual([422, code])
  })
})
