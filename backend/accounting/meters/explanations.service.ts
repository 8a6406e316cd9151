/** Saying why a comparison differs: always of the comparison as it stands, since it is compared anew before. */
import type { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import type { explanationInput, MeterExplanations } from './explanations.contract'
import { compareMeters } from './meter-comparisons.service'
import type { Slot } from './meters.queries'
import type { MeterComparisonsTable, MeterExplanationsTable } from './meters.table'

const SHOWN = 50

type Differences = Pick<
  MeterComparisonsTable,
  'difference_in_minor' | 'difference_out_minor' | 'difference_jackpot_minor'
>

/** Of what it was said, nothing has changed since. */
export const stillHolds = (said: Differences, now: Differences): boolean =>
  said.difference_in_minor === now.difference_in_minor &&
  said.difference_out_minor === now.difference_out_minor &&
  said.difference_jackpot_minor === now.difference_jackpot_minor

const comparisonOf = (db: Db, slotId: string): Promise<MeterComparisonsTable | undefined> =>
  db.selectFrom('meter_comparisons').selectAll().where('slot_id', '=', slotId).executeTakeFirst()

export async function explanationsOf(db: Db, slot: Slot): Promise<MeterExplanations> {
  const now = await comparisonOf(db, slot.id)
  const said = await db
    .selectFrom('meter_explanations')
    .selectAll()
    .where('slot_id', '=', slot.id)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return {
    slot: { _id: slot.id, name: slot.serial },
    currency: slot.currency as MeterExplanations['currency'],
    time_zone: slot.time_zone,
    compared_from: now?.compared_from ?? null,
    compared_to: now?.compared_to ?? null,
    ...differencesOf(now),
    explanations: said.map(one => ({
      _id: one.id,
      code: one.code as MeterExplanations['explanations'][number]['code'],
      note: one.note,
      by: one.by_name,
      at: one.at,
      ...differencesOf(one),
      holds: now !== undefined && stillHolds(one, now),
    })),
  }
}

/**
 * Call it in a transaction. 409 where nothing is compared, where nothing differs, and where it was compared again since
 * it was read.
 */
export async function explain(
  db: Db,
  slot: Slot,
  input: z.output<typeof explanationInput>,
  actor: Actor,
  now: number,
): Promise<void> {
  if (input.code === 'other' && input.note === null) throw invalidField('note', 'required')
  await compareMeters(db, slot.id, now)
  const compared = await comparisonOf(db, slot.id)
  if (!compared || compared.compared_from === null || compared.compared_to === null)
    throw new Problem(409, 'nothing_compared')
  if (compared.compared_to !== input.version)
    throw new Problem(409, 'version_conflict', { message: 'The counters were read again since' })
  const { in: differsIn, out: differsOut, jackpot: differsJackpot } = differencesOf(compared)
  if (![differsIn, differsOut, differsJackpot].some(one => one !== null && one !== 0))
    throw new Problem(409, 'nothing_differs')
  const row: MeterExplanationsTable = {
    id: newId(now),
    slot_id: slot.id,
    tenant_id: slot.tenant_id,
    code: input.code,
    note: input.note,
    compared_from: compared.compared_from,
    compared_to: compared.compared_to,
    difference_in_minor: differsIn,
    difference_out_minor: differsOut,
    difference_jackpot_minor: differsJackpot,
    by_name: actor.name,
    at: now,
  }
  await db.insertInto('meter_explanations').values(row).execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'slot_meters',
      id: slot.id,
      tenantId: slot.tenant_id,
      action: 'explain',
      before: null,
      after: {
        serial: slot.serial,
        code: input.code,
        note: input.note,
        difference_in_minor: differsIn,
        difference_out_minor: differsOut,
        difference_jackpot_minor: differsJackpot,
      },
    },
    now,
  )
}

const differencesOf = (row: Differences | undefined) => ({
  in: row?.difference_in_minor ?? null,
  out: row?.difference_out_minor ?? null,
  jackpot: row?.difference_jackpot_minor ?? null,
})
