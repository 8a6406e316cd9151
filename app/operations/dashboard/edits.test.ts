import { describe, expect, test } from 'vitest'
import { MOST_WIDGETS, type Widget } from '../../../backend/operations/dashboard/dashboard.contract'
import { edit, edited, type Edit } from './edits'

const widget = (key: string, kind: Widget['kind'] = 'slots'): Widget => ({
  key,
  kind,
  size: 1,
  location: null,
  days: kind === 'ggr' ? 14 : null,
})
const three = [widget('a'), widget('b', 'ggr'), widget('c', 'tasks')]
const order = (wanted: Edit, of = three) => {
  const result = edited(of, wanted)
  return 'refused' in result ? result.refused : (result.widgets?.map(one => one.key).join('') ?? null)
}

describe('a dashboard is edited', () => {
  test('by moving a widget past its neighbour; at the end it stays where it is', () => {
    expect(order({ intent: 'up', key: 'b' })).toBe('bac')
    expect(order({ intent: 'down', key: 'b' })).toBe('acb')
    expect(order({ intent: 'up', key: 'a' })).toBe('abc')
    expect(order({ intent: 'down', key: 'c' })).toBe('abc')
  })

  test('by adding one at the end, under a key that nobody has, and by taking one away', () => {
    expect(order({ intent: 'add', kind: 'events' }, [widget('w1'), widget('w3')])).toBe('w1w3w2')
    expect(order({ intent: 'remove', key: 'b' })).toBe('ac')
    expect(edited(three, { intent: 'remove', key: 'b' })).toMatchObject({ at: 'c' })
  })

  test('by size, location and period, each where the widget has it', () => {
    const location = 'b'.repeat(24)
    const save = (key: string) => edited(three, { intent: 'save', key, size: 3, location, days: 31 })
    expect(save('b')).toMatchObject({ widgets: [{}, { size: 3, location, days: 31 }, {}] })
    expect(save('c')).toMatchObject({ widgets: [{}, {}, { size: 3, location: null, days: null }] })
  })

  test('not past its limit, nor a widget that is not there any more; reset takes the choice back', () => {
    expect(order({ intent: 'up', key: 'x' })).toBe('gone')
    const full = Array.from({ length: MOST_WIDGETS }, (_, nr) => widget(`w${nr}`))
    expect(order({ intent: 'add', kind: 'slots' }, full)).toBe('too_many')
    expect(order({ intent: 'reset' })).toBeNull()
  })

  test('by forms alone that make sense', () => {
    const read = (form: Record<string, string>) => edit.safeParse(form).success
    expect(read({ intent: 'save', key: 'a', size: '2', location: '', days: '7' })).toBe(true)
    expect(read({ intent: 'save', key: 'a', size: '4' })).toBe(false)
    expect(read({ intent: 'save', key: 'a', size: '1', days: '8' })).toBe(false)
    expect(read({ intent: 'add', kind: '__proto__' })).toBe(false)
    expect(read({ intent: 'up', key: '../a' })).toBe(false)
  })
})
