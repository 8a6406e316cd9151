import { describe, expect, it } from 'vitest'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { slotCondition, smibCondition } from './condition'

const ctx = (entity: string) => ({
  t: translator('en'),
  format: formatter('en', 'Europe/Bucharest'),
  locale: 'en' as const,
  timeZone: 'Europe/Bucharest',
  now: 0,
  entity,
  field: 'condition',
})
const slot = (values: object) =>
  slotCondition().status?.(
    { state: 'online', lock_state: 'active', lock_delivery: null, door_open_at: null, ...values } as never,
    ctx('slots'),
  )
const smib = (values: object) =>
  smibCondition().status?.(
    { state: 'online', test_mode: false, log_mode: false, ...values } as never,
    ctx('smibs'),
  )

describe('what a slot is, in one column', () => {
  it('is one quiet word while nothing is wrong', () => {
    expect(slot({})).toEqual({ mark: 'good', word: 'online' })
    expect(slot({ lock_delivery: 'confirmed' })).toEqual({ mark: 'good', word: 'online' })
  })

  it.each([
    [{ lock_state: 'locked' }, 'locked', 'locked'],
    [{ state: 'offline', lock_state: 'locked' }, 'bad', 'offline, locked'],
    [{ state: 'stale', lock_state: 'locked' }, 'locked', 'locked, stale'],
    [{ door_open_at: 1 }, 'warn', 'door open'],
    [{ state: 'offline', door_open_at: 1 }, 'bad', 'offline, door open'],
    [{ open_repairs: 2 }, 'warn', 'unverified meters'],
    [{ lock_state: 'locking', lock_delivery: 'pending' }, 'info', 'locking…'],
    [{ lock_state: 'locking', lock_delivery: 'no_answer' }, 'warn', 'lock not confirmed'],
    [{ lock_state: 'lock_refused' }, 'bad', 'still unlocked: lock refused'],
    [{ state: 'never' }, 'muted', 'never connected'],
  ])('names the worst first: %j', (values, mark, word) => {
    expect(slot(values)).toEqual({ mark, word })
  })
})

it('a SMIB that was left in test mode says so where one looks for its connection', () => {
  expect(smib({})).toEqual({ mark: 'good', word: 'online' })
  expect(smib({ test_mode: true, log_mode: true })).toEqual({ mark: 'warn', word: 'test mode, log mode' })
  expect(smib({ state: 'offline', test_mode: true })).toEqual({ mark: 'bad', word: 'offline, test mode' })
})
