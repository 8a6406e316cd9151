import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { constraintOf } from './constraint'

describe('what controls say of themselves', () => {
  test('a control is told what its schema allows: required, how long, how much', () => {
    const schema = z.object({
      name: z.string().min(2).max(60),
      share: z.int().min(1).max(32).nullable(),
      note: z.string().max(500).optional(),
    })
    expect(constraintOf(schema)).toMatchObject({
      name: { required: true, minLength: 2, maxLength: 60 },
      share: { min: 1, max: 32 },
      note: { required: false, maxLength: 500 },
    })
  })
})
