/**
 * A sheet comes back from the hall: each slot's reading is entered as one alone would be, and stored with the value
 * that was expected.
 */
import type { z } from 'zod'
import { fold } from '../../platform/contract/fold'
import { type FieldProblem, invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor, Scope } from '../../platform/request/actor'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { meterKinds, type MeterKind } from './meters.contract'
import { setupOf, slotOf } from './meters.queries'
import { enterReading } from './meters.service'
import type { MeterSheetEntriesTable } from './meters.table'
import type { sheetInput } from './sheets.contract'
import { expectedAt, type Expected, type SheetPlace } from './sheets.queries'
import { mechanicalTolerance, verdictOf } from './tolerance.service'

/**
 * All of it or nothing. Throws 422 with the problems of each row (`rows.3.in`), 404 for a slot that stands elsewhere.
 */
export async function enterSheet(
  db: Db,
  scope: Scope,
  place: SheetPlace,
  input: z.output<typeof sheetInput>,
  actor: Actor,
  now: number,
): Promise<{ entered: number; beyond: number }> {
  const basisPoints = await mechanicalTolerance(db, place.tenant_id)
  const problems: Record<string, FieldProblem[]> = {}
  if (new Set(input.rows.map(({ slot }) => slot)).size < input.rows.length)
    throw invalidField('rows', 'repeated')
  let beyond = 0
  for (const [nr, row] of input.rows.entries()) {
    const slot = await slotOf(db, scope, row.slot)
    if (slot.location_id !== place.id) throw new Problem(404, 'not_found')
    const setup = await setupOf(db, slot.id)
    const expected = await expectedAt(db, slot.id, setup, input.read_at, basisPoints)
    try {
      await enterReading(
        db,
        slot,
        {
          version: setup?.version ?? 0,
          read_at: input.read_at,
          in: row.in,
          out: row.out,
          jackpot: row.jackpot,
          reason: input.reason,
        },
        actor,
        now,
      )
    } catch (error) {
      if (!(error instanceof Problem) || !error.extra.fields) throw error
      for (const [name, of] of Object.entries(error.extra.fields))
        problems[isOfSheet(name) ? name : `rows.${nr}.${name}`] = [...of]
      continue
    }
    const differences = meterKinds.map(kind => differenceOf(row[kind], expected[kind]))
    const state = stateOf(differences)
    if (state === 'beyond') beyond++
    const of = (kind: MeterKind) => differences[meterKinds.indexOf(kind)]
    const known = differences.filter(one => one !== null)
    const entry: MeterSheetEntriesTable = {
      id: newId(now),
      version: 1,
      tenant_id: place.tenant_id,
      location_id: place.id,
      slot_id: slot.id,
      day: gamingDayOf(input.read_at, place.time_zone, place.gaming_day_start),
      read_at: input.read_at,
      entered_by: actor.name,
      currency: slot.currency,
      state,
      read_in: row.in,
      read_out: row.out,
      read_jackpot: row.jackpot,
      expected_in: expected.in.index,
      expected_out: expected.out.index,
      expected_jackpot: expected.jackpot.index,
      difference_in_minor: of('in')?.minor ?? null,
      difference_out_minor: of('out')?.minor ?? null,
      difference_jackpot_minor: of('jackpot')?.minor ?? null,
      tolerance_in_minor: of('in')?.tolerance ?? null,
      tolerance_out_minor: of('out')?.tolerance ?? null,
      tolerance_jackpot_minor: of('jackpot')?.tolerance ?? null,
      absolute_minor: known.length === 0 ? null : known.reduce((sum, { minor }) => sum + Math.abs(minor), 0),
      reason: input.reason,
      search: fold([actor.name, input.reason ?? ''].join(' ')),
      archived_at: null,
      created_at: now,
      updated_at: now,
    }
    await db.insertInto('meter_sheet_entries').values(entry).execute()
  }
  // The transaction ends here: none of the sheet is entered.
  if (Object.keys(problems).length > 0) throw new Problem(422, 'invalid', { fields: problems })
  return { entered: input.rows.length, beyond }
}

/** A sheet has one field for each of these, not one for each slot. */
const isOfSheet = (name: string): boolean => name === 'read_at' || name === 'reason'

interface Difference {
  minor: number
  step: number
  tolerance: number
}
/** What the counter moved since it was last read, less what the electronic meters did. */
const differenceOf = (
  read: number | null,
  { index, last, moved, step, tolerance }: Expected,
): Difference | null =>
  read === null || index === null ? null : { minor: (read - last) * step - moved, step, tolerance }

function stateOf(differences: readonly (Difference | null)[]): MeterSheetEntriesTable['state'] {
  const verdicts = differences.flatMap(one =>
    one === null ? [] : [verdictOf(one.minor, one.step, one.tolerance)],
  )
  if (verdicts.length === 0) return 'not_compared'
  return verdicts.includes('beyond') ? 'beyond' : verdicts.includes('within') ? 'within' : 'agrees'
}
