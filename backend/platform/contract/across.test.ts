import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { across, type Faults } from './across'
import { fieldProblems } from './field-problems'

const span = across(
  z.strictObject({ from: z.number(), to: z.number(), name: z.string() }),
  ({ from, to }): Faults =>
    from !== undefined && to !== undefined && to < from ? { to: [{ code: 'too_small' }] } : {},
)
const told = (value: unknown) => {
  const { error } = span.safeParse(value)
  return error && Object.keys(fieldProblems(error))
}

describe('faults between fields', () => {
  it('are told beside those of single ones', () =>
    expect(told({ from: 5, to: 1, name: 3 })?.sort()).toEqual(['name', 'to']))
  it('are not looked for in fields that are wrong themselves', () =>
    expect(told({ from: 'x', to: 1, name: '' })).toEqual(['from']))
  it('are none where all is well', () => expect(told({ from: 1, to: 2, name: '' })).toBeUndefined())
  it.each([null, undefined, 'text', 5, []])('end nothing where %j came in place of fields', value =>
    expect(span.safeParse(value).success).toBe(false),
  )
})
