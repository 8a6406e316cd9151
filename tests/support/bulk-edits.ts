/** Bulk edits of slots as people send them, and what is stored after them. */
import { expect } from 'vitest'
import type { BulkEditRow, BulkEditJob, BulkEditSummary } from '../../backend/platform/contract/bulk-edit'
import { newId } from '../../backend/platform/db/new-id'
import { slotsContract } from '../../backend/estate/slots/slots.contract'
import { asInput } from '../../backend/operations/bulk/is-unchanged'
import type { Person } from '../people'
import type { TestBackend } from './backend'
import { slotRow } from './network'

interface Answer {
  data: { job: BulkEditJob; summary: BulkEditSummary; rows: BulkEditRow[] }
  error: { code: string; fields?: Record<string, { code: string }[]> }
}

/** Five slots of one location, their ids in order. */
export async function slotsToEdit(backend: TestBackend): Promise<string[]> {
  const row = Array.from({ length: 5 }, () => newId())
  await backend.db
    .insertInto('slots')
    .values(
      row.map((id, nr) => ({
        ...slotRow(id, `BACK-${nr}`, 'EGT', 'cluj', backend.clock()),
        position: `P${nr}`,
        authorisation_no: nr === 0 ? null : `AUT-${nr}`,
      })),
    )
    .execute()
  return row
}

/** `row`: the slots that an edit names where it says nothing else. */
export function bulkEdits(backendOf: () => TestBackend, row: readonly string[]) {
  const call = async (as: Person, path: string, body?: object) => {
    const { status, body: answer } = await backendOf().json<Answer>(`/api/configuration/v1/${path}`, {
      as,
      body,
    })
    return { status, ...answer }
  }
  const edit = async (fields: object, ids = row, more: object = {}) =>
    (await call('mihai', 'update-many/slots', { fields, ids, ...more })).data
  const inverse = (as: Person, job: string, body: object = {}, list = 'slots') =>
    call(as, `many-job/${list}/${job}/inverse`, body)
  const confirm = async (job: string, list = 'slots') =>
    (await call('mihai', `many-job/${list}/${job}/confirm`, {})).data
  const items = async (job: string, list = 'slots') =>
    (
      await call('mihai', `many-rows/${list}`, {
        rowsPerPage: 1000,
        exactFields: ['job'],
        exactValues: [job],
      })
    ).data.rows
  const outcomes = async (job: string) =>
    (await items(job)).map(({ row: { name }, outcome, code }) => [name, outcome, code])
  const stored = (id: string | undefined) =>
    backendOf()
      .db.selectFrom('slots')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
  const positions = async () => (await Promise.all(row.map(stored))).map(slot => slot.position)
  const saves = async (id: string | undefined, fields: object) => {
    const {
      body: {
        data: { slot },
      },
    } = await backendOf().json<{ data: { slot: Record<string, unknown> & { version: number } } }>(
      `/api/configuration/v1/slot/${id}`,
      { as: 'mihai' },
    )
    const kept = Object.fromEntries(
      Object.keys(slotsContract.input.shape)
        .filter(name => name in slot)
        .map(name => [name, asInput(slot[name])]),
    )
    expect(
      (
        await backendOf().json(`/api/configuration/v1/slot/${id}`, {
          as: 'mihai',
          method: 'PUT',
          body: { ...kept, version: slot.version, ...fields },
        })
      ).status,
    ).toBe(200)
  }
  return { call, edit, inverse, confirm, items, outcomes, stored, positions, saves }
}
