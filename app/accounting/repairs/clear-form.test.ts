import { describe, expect, test } from 'vitest'
import { repairKinds } from '../../../backend/accounting/days/evidence-kinds.contract'
import type { GuardedContext } from '../../session/guard.server'
import { loadClearForm } from './clear-form.server'

const id = '0123456789abcdef01234567'
const asked = (kind: string) => {
  const api = Object.assign(
    () => ({
      get: async () => ({ _id: id, kind, slot: { name: 'EGT-1' }, crossing: '2026-11-20T06:00:00Z' }),
    }),
    { call: async () => ({ evidence: { time_zone: 'Europe/Bucharest' } }) },
  )
  return { api, params: { id }, t: (key: string) => key, locale: 'en' } as unknown as GuardedContext
}

describe('a clear form', () => {
  test.each(repairKinds)('of a repair of the kind %s', async kind => {
    const answer = await loadClearForm(asked(kind)).then(
      form => form.name,
      (thrown: unknown) => (thrown as Response).status,
    )
    // Whoever lost no memory has nothing to sign.
    expect(answer).toEqual(['cleared', 'restarted'].includes(kind) ? expect.stringContaining('EGT-1') : 404)
  })
})
