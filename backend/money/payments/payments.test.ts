/** Cashless payments: callbacks in any order, repeated, forged; what they come to; the provider's key. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { callbackPath } from './callback.contract'
import { paymentState, type PaymentState } from './payment-states.contract'
import { outcomeOf } from './payment-states'
import { sign } from './signature.service'

let backend: TestBackend
let key = ''
const okto = '/api/okto-processor/v1'
const merchant = {
  merchant_id: 'OKTO-77',
  legal_name: 'Carpathia Gaming SRL',
  iban: 'ro49 AAAA 1B31 0075 9384 0000',
  environment: 'test',
  limit: { minor: 200_000, currency: 'RON' },
}
const post = (path: string, body: unknown, as: Person = 'mihai') => backend.json(path, { as, body })

beforeAll(async () => {
  backend = await testBackend()
  const made = await post(`${okto}/merchant`, merchant)
  key = String(made.body.data.secret)
})
afterAll(() => backend.close())

let nr = 0
const event = (state: PaymentState, more: object = {}) => ({
  event_id: `e-${++nr}`,
  provider_ref: 'pay-1',
  occurred_at: backend.clock() - 60_000 + nr,
  state,
  direction: 'cash_in',
  terminal: slots.bellLink.serial,
  amount: { minor: 10_000, currency: 'RON' },
  ...more,
})
async function call(
  body: object,
  { by = key, at = backend.clock(), tenant = tenants.carpathia.id as string } = {},
) {
  const text = JSON.stringify(body)
  const answer = await backend.request(`${callbackPath}/${tenant}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-signature': sign(by, new TextEncoder().encode(text), at),
    },
    body: text as never,
  })
  const { data, error } = (await answer.json()) as {
    data?: { verdict: string; state: string }
    error?: { code: string }
  }
  return { status: answer.status, ...data, code: error?.code }
}
const transactions = async (as: Person = 'mihai', filters: Record<string, unknown> = {}) =>
  (
    await post(
      '/api/payment-transactions-processor/v1/transactions',
      { exactFields: Object.keys(filters), exactValues: Object.values(filters) },
      as,
    )
  ).body.data

describe('a callback', () => {
  it('may come in any order and more than once: the payment comes to the same', async () => {
    const [created, authorised, completed] = [
      event('created', { expires_at: backend.clock() + 120_000, player_ref: 'wallet-9' }),
      event('authorised'),
      event('completed', { aft_transaction_id: '4711', credits_before: 100, credits_after: 10_100 }),
    ]
    expect(await call(completed)).toMatchObject({ status: 200, verdict: 'recorded', state: 'completed' })
    expect(await call(created)).toMatchObject({ verdict: 'recorded', state: 'completed' })
    expect(await call(created)).toMatchObject({ verdict: 'repeated', state: 'completed' })
    expect(await call(authorised)).toMatchObject({ verdict: 'recorded', state: 'completed' })
    const { rows, total } = await transactions()
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      provider_ref: 'pay-1',
      state: 'completed',
      timestamp: created.occurred_at,
      settled_at: completed.occurred_at,
      aft_transaction_id: '4711',
      credits_after: 10_100,
      in_doubt: null,
      over_limit: false,
    })
    const log = await post('/api/payment-transactions-processor/v1/transaction-log', {
      exactFields: ['transaction'],
      exactValues: [rows[0]?._id],
    })
    expect(log.body.data.rows.map(one => [one.state, one.from_state, one.to_state])).toEqual([
      ['completed', null, 'completed'],
      ['authorised', 'completed', 'completed'],
      ['created', 'completed', 'completed'],
    ])
  })

  it('that says otherwise than before is refused, or told', async () => {
    const first = event('created', { provider_ref: 'pay-2' })
    await call(first)
    expect(await call({ ...first, state: 'completed' })).toMatchObject({ status: 409, code: 'event_reused' })
    expect(await call(event('pending', { provider_ref: 'pay-2', direction: 'cash_out' }))).toMatchObject({
      status: 409,
      code: 'reference_reused',
    })
    await call(event('expired', { provider_ref: 'pay-2' }))
    await call(event('completed', { provider_ref: 'pay-2' }))
    expect((await transactions('mihai', { in_doubt: 'contradiction' })).rows).toMatchObject([
      { provider_ref: 'pay-2', state: 'completed' },
    ])
    await call(event('created', { provider_ref: 'pay-3', amount: { minor: 200_001, currency: 'RON' } }))
    expect((await transactions('mihai', { over_limit: true })).total).toBe(1)
    expect(await call(event('created', { terminal: 'NOBODY' }))).toMatchObject({ status: 422 })
    expect(await call(event('created', { terminal: slots.ribeira.serial }))).toMatchObject({ status: 422 })
  })

  it('that brings a player beyond the tenant’s limit of a day is marked, and counted again on the next day', async () => {
    const settings = `${okto}/tenant-settings/${tenants.carpathia.id}`
    const put = (values: object, more: object = { reason: 'The owners decided so' }) =>
      backend.json(settings, { as: 'mihai', method: 'PUT', body: { values, ...more } })
    expect((await put({ day_limit_in: 15_000 }, {})).status).toBe(422)
    expect((await put({ day_limit_in: -1 })).status).toBe(422)
    expect((await put({ day_limit_in: 15_000, code_lifetime: 60 })).status).toBe(200)
    const pay = async (ref: string, more: object = {}) => {
      const sent = event('created', { provider_ref: ref, player_ref: 'wallet-day', ...more })
      expect(await call(sent)).toMatchObject({ status: 200 })
      const [row] = (await transactions('mihai', { provider_ref: ref })).rows as {
        over_limit: boolean
        expires_at: number | null
      }[]
      return [row?.over_limit, row && row.expires_at !== null ? row.expires_at - sent.occurred_at : null]
    }
    expect(await pay('day-1')).toEqual([false, 60_000])
    // What was given up moved nothing.
    expect(await call(event('cancelled', { provider_ref: 'day-1', player_ref: 'wallet-day' }))).toMatchObject(
      {
        state: 'cancelled',
      },
    )
    expect(await pay('day-2')).toEqual([false, 60_000])
    const out = { provider_ref: 'day-3', direction: 'cash_out', player_ref: 'wallet-day' }
    await call(event('completed', out))
    await call(event('cancelled', out))
    expect(await pay('day-4', { player_ref: 'wallet-other' })).toEqual([false, 60_000])
    expect(await pay('day-5')).toEqual([true, 60_000])
    expect(await pay('day-6', { occurred_at: backend.clock() - 86_400_000 })).toEqual([false, 60_000])
    expect(await pay('day-7', { player_ref: 'wallet-third', state: 'completed' })).toEqual([false, null])
    await put({ day_limit_in: null, code_lifetime: null })
    expect(await pay('day-8')).toEqual([false, 120_000])
    const answer = await backend.json(settings, { as: 'paulo' })
    expect(answer.status).toBe(404)
  })

  it('that arrives at once with others of its player is counted after them: each that is beyond the limit is marked', async () => {
    const settings = `${okto}/tenant-settings/${tenants.carpathia.id}`
    const put = (day_limit_in: number | null) =>
      backend.json(settings, {
        as: 'mihai',
        method: 'PUT',
        body: { values: { day_limit_in }, reason: 'The owners decided so' },
      })
    await put(35_000)
    const at = ['1', '2', '3', '4', '5', '6', '7', '8']
    await Promise.all(
      at.map(one => call(event('created', { provider_ref: `at-once-${one}`, player_ref: 'wallet-at-once' }))),
    )
    const { rows } = await transactions('mihai', { over_limit: true })
    const marked = rows.filter(one => String(one.provider_ref).startsWith('at-once-'))
    // Three of 100 lei stay within 350; which of the eight they are is as they came.
    expect(marked).toHaveLength(5)
    await put(null)
  })

  it('is believed only when it is signed now, by the tenant’s own provider, as it was sent', async () => {
    const body = event('created', { provider_ref: 'pay-4' })
    const refused = { status: 401, code: 'signature' }
    expect(await call(body, { by: 'psk_guessed' })).toMatchObject(refused)
    expect(await call(body, { at: backend.clock() - 301_000 })).toMatchObject(refused)
    expect(await call(body, { tenant: tenants.lusitania.id })).toMatchObject(refused)
    const answer = await backend.request(`${callbackPath}/${tenants.carpathia.id}`, {
      method: 'POST',
      body: body as never,
    })
    expect(answer.status).toBe(401)
    expect((await transactions('mihai', { provider_ref: 'pay-4' })).total).toBe(0)
  })

  it('is signed with the earlier key for a day after a rotation', async () => {
    const { rows } = (await post(`${okto}/merchants`, {})).body.data
    expect(rows[0]).toMatchObject({ iban: 'RO49AAAA1B31007593840000', rotated_at: null })
    const rotated = await post(`${okto}/merchant-rotate`, { ids: [rows[0]?._id], reason: 'Yearly change' })
    const next = String(rotated.body.data.secret)
    expect(next).not.toBe(key)
    for (const by of [key, next])
      expect((await call(event('created', { provider_ref: by.slice(0, 20) }), { by })).status).toBe(200)
    backend.clock.advance(25 * 3_600_000)
    expect((await call(event('created'), { by: key })).status).toBe(401)
    key = next
  })

  it('is nothing of another tenant, and a provider’s data are no operator’s to change', async () => {
    expect((await transactions('paulo')).total).toBe(0)
    expect((await post(`${okto}/merchant`, merchant, 'olga')).status).toBe(403)
    expect(
      (await post(`${okto}/merchant`, { ...merchant, tenant: tenants.carpathia.id }, 'paulo')).status,
    ).toBe(422)
    expect((await post(`${okto}/merchant`, merchant)).body.error.fields).toMatchObject({
      tenant: [{ code: 'taken' }],
    })
  })
})

describe('a remote cashout', () => {
  const list = async (as: Person = 'mihai') => (await post('/api/remote-cashout/v1/list', {}, as)).body.data
  const reset = async (id: unknown, as: Person = 'mihai') =>
    (await post('/api/remote-cashout/v1/reset', { ids: [id], reason: 'The player left' }, as)).body
  const ask = (path: string, body: object) =>
    backend.json(`/api/rawdata/v1/commands/${path}`, { token: backend.ingestTokens.carpathia, body })
  const handed = async () =>
    (
      (await ask('fetch', { smib_ids: [smibs.bellLink.mac] })).body.data as unknown as {
        commands: { command_id: string; kind: string }[]
      }
    ).commands

  it('is reset when the slot has confirmed it, and not before', async () => {
    const out = { provider_ref: 'out-1', direction: 'cash_out' }
    await call(event('transferring', { ...out, aft_transaction_id: '815' }))
    const { rows, total } = await list()
    expect([total, rows[0]?.reset]).toEqual([1, 'none'])
    const id = rows[0]?._id
    expect((await reset(id)).data.results).toEqual([{ id, outcome: 'done' }])
    expect((await list()).rows[0]).toMatchObject({ state: 'transferring', reset: 'ordered' })
    expect((await reset(id)).data.results).toMatchObject([{ outcome: 'skipped', reason: 'already_ordered' }])
    const [command] = await handed()
    expect(command?.kind).toBe('cashout_reset')
    await ask('answers', { answers: [{ command_id: command?.command_id, outcome: 'refused', code: '87' }] })
    expect((await list()).rows[0]).toMatchObject({ state: 'transferring', reset: 'refused' })

    expect((await reset(id)).data.results).toMatchObject([{ outcome: 'done' }])
    const [again] = await handed()
    await ask('answers', { answers: [{ command_id: again?.command_id, outcome: 'done' }] })
    expect((await list()).total).toBe(0)
    const one = (await backend.json(`/api/remote-cashout/v1/remote-cashout/${String(id)}`, { as: 'mihai' }))
      .body
    expect(one.data['remote-cashout']).toMatchObject({ state: 'cancelled', reset: 'confirmed' })
    expect((await reset(id)).data.results).toMatchObject([{ outcome: 'skipped', reason: 'settled' }])
    // The provider may still know better.
    await call(event('completed', out))
    expect((await transactions('mihai', { provider_ref: 'out-1' })).rows[0]).toMatchObject({
      state: 'completed',
      in_doubt: 'contradiction',
    })
  })

  it('is nobody else’s to reset', async () => {
    await call(event('created', { provider_ref: 'out-2', direction: 'cash_out' }))
    const [row] = (await list()).rows
    expect((await list('paulo')).total).toBe(0)
    expect((await reset(row?._id, 'paulo')).error.code).toBe('not_found')
    expect((await reset(row?._id, 'andrei')).error.code).toBe('forbidden')
  })
})

it('the same events come to the same, in whatever order and however often they arrive', () => {
  const events = fc.uniqueArray(
    fc.record({
      event_id: fc.nat(30).map(String),
      occurred_at: fc.nat(5),
      state: fc.constantFrom(...paymentState.options),
      amount_minor: fc.constantFrom(100, 200),
      aft_transaction_id: fc.constantFrom('1', '2', null),
      aft_code: fc.constantFrom('00', '87', null),
      credits_before: fc.constantFrom(1, null),
      credits_after: fc.constantFrom(2, 3, null),
    }),
    { selector: one => one.event_id, minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(
      events.chain(list =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([list, shuffled]) => {
        expect(outcomeOf(shuffled)).toEqual(outcomeOf(list))
      },
    ),
  )
})
