import { expect, test } from 'vitest'
import { demandKeyed, PREVIEW, RefusedRequest } from './form.server'

const formOf = (fields: Readonly<Partial<Record<string, string>>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value ?? '')
  return form
}

test('a form made by the engine is taken by its key or by a button that it has, and by no other', () => {
  for (const fields of [{ idempotency_key: '' }, { intent: 'press' }, { intent: 'find.location' }])
    expect(() => demandKeyed(formOf(fields))).not.toThrow()
  expect(() => demandKeyed(formOf({ intent: PREVIEW }), true)).not.toThrow()
  // Of a form without a preview, it would be saved instead.
  for (const fields of [{ intent: PREVIEW }, { intent: 'no_such_intent' }, { reason: 'Jammed' }])
    expect(() => demandKeyed(formOf(fields))).toThrow(RefusedRequest)
})
