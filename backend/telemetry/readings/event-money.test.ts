import { describe, expect, it } from 'vitest'
import { amountsOf } from './event-money.service'

const event = (nr: number, code: string, data: object | null = null, at = nr) => ({
  id: String(nr),
  code,
  at,
  nano: 0,
  data: data && JSON.stringify(data),
})
const amounts = (...events: ReturnType<typeof event>[]) => Object.fromEntries(amountsOf(events))

describe('what events say of money', () => {
  it('is a note’s worth, or a ticket’s amount', () => {
    expect(
      amounts(event(1, '4B'), event(2, '4F'), event(3, '3D', { amount_minor: 500 }), event(4, '68')),
    ).toEqual({
      1: { kind: 'bills_in', minor: 5_000 },
      2: { kind: 'bills_in', minor: null },
      3: { kind: 'ticket_out', minor: 500 },
      4: { kind: 'ticket_in', minor: null },
    })
  })

  it('is of a handpay what its end says, or else the call right before it', () => {
    const call = event(1, '51', { amount_minor: 900, kind: 'progressive' })
    expect(amounts(event(2, '52'), call)).toEqual({ 2: { kind: 'jackpot', minor: 900 } })
    expect(amounts(call, event(2, '52', { amount_minor: 100, kind: 'credit' }))).toEqual({
      2: { kind: 'handpaid_cancelled', minor: 100 },
    })
    // A second end has no call of its own, and another call takes the place of the first.
    expect(amounts(call, event(2, '52'), event(3, '52'))[3]).toEqual({
      kind: 'handpaid_cancelled',
      minor: null,
    })
    expect(amounts(call, event(2, '51', { amount_minor: 70 }), event(3, '52'))[3]).toEqual({
      kind: 'handpaid_cancelled',
      minor: 70,
    })
  })

  it('is none where the data says something else, and nothing where the event is of no money', () => {
    for (const data of [{ amount_minor: '500' }, { amount_minor: 1.5 }, { amount_minor: 2 ** 60 }, {}])
      expect(amounts(event(1, '3D', data))).toEqual({ 1: { kind: 'ticket_out', minor: null } })
    expect(amounts(event(1, '11'), event(2, '51'))).toEqual({})
  })
})
