import { expect, test } from 'vitest'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { eventData } from './event-data'

test('an event says in words why memory was cleared, by how much a clock is off and which numbers are missing', () => {
  const words = (data: Record<string, unknown>, locale: 'en' | 'ro' = 'en') => {
    const format = formatter(locale, 'UTC')
    return eventData().csvValue(data, { t: translator(locale), format } as never, {})
  }
  expect(words({ reason: 'board replaced' })).toBe('board replaced')
  expect(words({ seconds: 1_450 })).toBe('clock off by 1,450 s')
  expect(words({ seconds: -47 }, 'ro')).toBe('ceas decalat cu −47 s')
  expect(words({ from: 2, to: 19, missing: 16 })).toBe('16 missing · numbers 3 to 18')
  expect(words({ messages: 1, from: 8, to: 8 })).toBe('messages: 1 · number 8')
  expect(words({ game_nr: 0, rule: 'fell', meters: 'coin_in, coin_out' })).toBe(
    'fell, not counted · Coin in (cr.) and Coin out (cr.)',
  )
  expect(words({ amount_minor: 123_456, kind: 'cancelled_credits' })).toBe(
    'amount 1,234.56 · credits paid by hand',
  )
  expect(words({ progressive_level: 2, amount_minor: 50, kind: 'progressive' }, 'ro')).toBe(
    'nivelul 2 · suma 0,50 · jackpot progresiv',
  )
  expect(words({ kind: 'tournament' })).toBe('kind: tournament')
  // Whatever else a SMIB sends stands as it came.
  expect(words({ seconds: 'many', door: true, nothing: null })).toBe('seconds: many · door: true')
})
