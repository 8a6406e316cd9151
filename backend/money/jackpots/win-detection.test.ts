/** Wins of progressive jackpots: what slots tell becomes one win a run; what matches nothing waits for a person. */
import { describe, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { HOUR } from '../../../tests/support/feed'
import { at, grandWon, lei, miniWon, progressive, says } from '../../../tests/support/progressive'
import { detectWins } from './win-detection.service'

const { backend, ask, level, tell, denomination, wins, tellings } = progressive()

describe('a progressive level', () => {
  it('is won by what a slot tells: once, celebrated, and paid when its handpay is reset', async () => {
    backend().clock.set(at + 5_000)
    await tell(
      says(1, at, [
        ['54', grandWon],
        ['51', grandWon],
        ['56', grandWon],
      ]),
    )
    const [first, second] = await Promise.all([detectWins(backend().deps), detectWins(backend().deps)])
    expect(first + second).toBe(1)
    // SAS says 51 every 15 seconds.
    await tell(says(2, at + 15_000, [['51', grandWon]]), says(3, at + 30_000, [['51', grandWon]]))
    expect(await detectWins(backend().deps)).toBe(0)
    const [win, ...others] = await wins()
    expect(others).toEqual([])
    expect(win).toMatchObject({
      level_id: level.grand,
      slot_id: slots.bellLink.id,
      state: 'celebrating',
      amount_minor: 500_000,
      point_hash: null,
    })
    expect(
      await backend().db.selectFrom('jackpot_levels').select('state').where('id', '=', level.grand).execute(),
    ).toEqual([{ state: 'hit' }])
    await ask('cancel-win-display', { ids: [win?.id], reason: 'The hall has seen it' })
    await tell(says(4, at + 20 * 60_000, [['52']]))
    await detectWins(backend().deps)
    expect(await wins()).toMatchObject([{ state: 'paid', payment_method: 'handpay', paid_by: null }])
    expect((await ask('reset', { ids: [level.grand], reason: 'Paid' })).body.data.results).toMatchObject([
      { outcome: 'done' },
    ])
  })

  it('is paid by the machine where its own meter says so, and a handpay of something else pays nothing', async () => {
    backend().clock.set(at + 5_000)
    await tell(says(1, at - HOUR, [], { '0000': 1_000, '001D': 40, '0020': 0 }))
    await detectWins(backend().deps)
    await tell(
      says(2, at, [['54', miniWon]]),
      says(3, at + 60_000, [['52', { amount_minor: 900, kind: 'jackpot' }]]),
    )
    await detectWins(backend().deps)
    expect(await wins()).toMatchObject([{ state: 'celebrating', payment_method: null }])
    const price = await denomination()
    await tell(says(4, at + 5 * 60_000, [], { '0000': 1_000, '001D': 40 + 20_000 / price, '0020': 0 }))
    await detectWins(backend().deps)
    expect(await wins()).toMatchObject([{ state: 'paid', payment_method: 'machine' }])
    expect(await tellings()).toHaveLength(1)
  })

  it('is won by its meters alone where no event came through', async () => {
    backend().clock.set(at + 10 * 60_000)
    const price = await denomination()
    await tell(says(1, at - HOUR, [], { '0000': 1_000, '0020': 7 }))
    await detectWins(backend().deps)
    await tell(says(2, at, [], { '0000': 1_000, '0020': 7 + 20_000 / price }))
    expect(await detectWins(backend().deps), 'its event may still come').toBe(0)
    backend().clock.advance(11 * 60_000)
    expect(await detectWins(backend().deps)).toBe(1)
    // The event was late: it is the same win.
    await tell(says(3, at - 6 * 60_000, [['51', miniWon]]))
    expect(await detectWins(backend().deps)).toBe(0)
    expect(await wins()).toMatchObject([{ level_id: level.mini, state: 'celebrating', amount_minor: 20_000 }])
  })

  it('waits for the amount: held meanwhile, then celebrated, or confirmed or withdrawn by a person', async () => {
    backend().clock.set(at + 1_000)
    const untold = { progressive_level: 2 }
    await tell(says(1, at, [['54', untold]]))
    expect(await detectWins(backend().deps)).toBe(1)
    const [pending] = await wins()
    expect(pending).toMatchObject({ state: 'hit_pending', amount_minor: 20_000 })
    expect(
      (await ask('jackpot-win-pay', { ids: [pending?.id], reason: 'Paid' })).body.data.results,
    ).toMatchObject([{ outcome: 'skipped', reason: 'hit_pending' }])
    await tell(says(2, at + 2_000, [['51', miniWon]]))
    await detectWins(backend().deps)
    expect(await wins()).toMatchObject([{ state: 'celebrating', amount_minor: 20_000 }])

    backend().clock.advance(HOUR)
    await tell(says(3, at + HOUR, [['54', { progressive_level: 1 }]]))
    await detectWins(backend().deps)
    const grand = (await wins()).find(one => one.level_id === level.grand)
    expect(grand?.state).toBe('hit_pending')
    const confirm = { ids: [grand?.id], amount: lei(500_100), reason: 'As the machine shows it' }
    expect((await ask('jackpot-win-confirm', confirm, 'nora')).status).toBe(403)
    expect(
      (await ask('jackpot-win-confirm', { ...confirm, amount: { minor: 1, currency: 'EUR' } })).status,
    ).toBe(422)
    expect((await ask('jackpot-win-confirm', confirm)).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect((await wins()).find(one => one.id === grand?.id)).toMatchObject({
      state: 'celebrating',
      amount_minor: 500_100,
    })
  })

  it('is withdrawn while it is pending: the level runs on, and can be won again', async () => {
    backend().clock.set(at + 1_000)
    await tell(says(1, at, [['56', { progressive_level: 2 }]]))
    await detectWins(backend().deps)
    const [telling] = await tellings()
    expect(
      (await ask('jackpot-telling-dismiss', { ids: [telling?.id], reason: 'A test of the technician' })).body
        .data.results,
    ).toMatchObject([{ outcome: 'done' }])
    expect(await wins()).toMatchObject([{ state: 'withdrawn' }])
    backend().clock.advance(HOUR)
    await tell(says(2, at + HOUR, [['54', miniWon]]))
    expect(await detectWins(backend().deps)).toBe(1)
    expect((await wins()).map(one => one.state)).toEqual(['withdrawn', 'celebrating'])
  })

  it('keeps what matches nothing for a person: another amount, a level that is won, a slot that feeds none', async () => {
    backend().clock.set(at + 1_000)
    await tell(says(1, at, [['54', { ...grandWon, amount_minor: 499_000 }]]))
    expect(await detectWins(backend().deps)).toBe(0)
    expect(await tellings()).toMatchObject([{ state: 'open', cause: 'amount' }])
    backend().clock.advance(2 * HOUR)
    await detectWins(backend().deps)
    const [wrong] = await tellings()
    expect(wrong).toMatchObject({ state: 'unmatched', cause: 'amount', level_id: level.grand })
    const listed = await ask('jackpot-tellings', { exactFields: ['state'], exactValues: ['unmatched'] })
    expect(listed.body.data.rows).toMatchObject([{ cause: 'amount', amount: lei(499_000) }])
    expect((await ask('jackpot-tellings', {}, 'paulo')).body.data.rows).toEqual([])
    const accept = { ids: [wrong?.id], reason: 'The display said so' }
    expect((await ask('jackpot-telling-accept', accept, 'paulo')).status).toBe(404)
    expect((await ask('jackpot-telling-accept', accept)).body.data.results).toMatchObject([
      { outcome: 'done' },
    ])
    expect((await ask('jackpot-telling-accept', accept)).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'won' },
    ])
    expect(await wins()).toMatchObject([{ amount_minor: 499_000, state: 'celebrating' }])
    // Told of by somebody else before it is reset: not lost, and not paid by itself.
    await tell(says(2, at + HOUR, [['54', grandWon]]))
    expect(await detectWins(backend().deps)).toBe(0)
    expect((await tellings()).at(-1)).toMatchObject({ state: 'unmatched', cause: 'level_is_won' })
    expect(await wins()).toHaveLength(1)
    await backend().db.deleteFrom('jackpot_sources').execute()
    await tell(says(3, at + 2 * HOUR, [['54', miniWon]]))
    await detectWins(backend().deps)
    expect((await tellings()).at(-1)).toMatchObject({ state: 'unmatched', cause: 'no_level' })
  })
})
