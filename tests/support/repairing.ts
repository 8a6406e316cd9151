/** Bell Link's readings in doubt, and what people decide of them. */
import { expect } from 'vitest'
import type { RepairEffect, RepairEvidence } from '../../backend/accounting/repairs/repairs.contract'
import type { Person } from '../people'
import type { Envelope, TestBackend } from './backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from './feed'

export interface Repair {
  _id: string
  state: string
  kind: string
  crossing: number
  slot: { name: string }
  value_before: number
  value_after: number
  proposed: { minor: number }
  waiting: boolean
}
export const at = (index: number) => sunday + (index * HOUR) / 4
/** A reading every quarter of an hour; `7A` tells that memory was cleared. */
export const feed = (...told: (number | [coinIn: number, event: string] | Meters)[]) =>
  told.map((one, index) =>
    reading(
      index,
      at(index),
      typeof one === 'number' ? { '0000': one } : Array.isArray(one) ? { '0000': one[0] } : one,
      Array.isArray(one) ? { events: [{ event_seq_nr: 1, code: one[1] }] } : {},
    ),
  )

export function repairing(backend: () => TestBackend) {
  const { days, hours } = bookedIn(backend)
  const booked = async () => {
    const [byDay, byHour] = [await days(), await hours()].map(rows =>
      rows.reduce((sum, one) => sum + one.coin_in, 0),
    )
    expect(byHour).toBe(byDay)
    return byDay
  }
  const list = async (as: Person = 'mihai', fields: Record<string, string> = {}) =>
    (
      await backend().json<{ data: { rows: Repair[]; total: number } }>('/api/repairs/v1/repairs', {
        as,
        body: {
          page: 0,
          rowsPerPage: 50,
          exactFields: Object.keys(fields),
          exactValues: Object.values(fields),
        },
      })
    ).body.data.rows
  const only = async () => {
    const rows = await list()
    expect(rows).toHaveLength(1)
    return rows[0] as Repair
  }
  const post = (repair: Repair, what: string, body: object, as: Person = 'mihai') =>
    backend().json<Envelope & { data: { effect: RepairEffect; repair: Repair } }>(
      `/api/repairs/v1/repair/${repair._id}/${what}`,
      { as, body },
    )
  const decide = (repair: Repair, decision: object, as: Person = 'mihai') =>
    post(repair, 'decide', { reason: 'The technician confirmed it', ...decision }, as)
  const evidence = async (repair: Repair, as: Person = 'mihai') =>
    (
      await backend().json<{ data: { evidence: RepairEvidence } }>(
        `/api/repairs/v1/repair/${repair._id}/evidence`,
        { as },
      )
    ).body.data.evidence
  return { booked, list, only, post, decide, evidence }
}
