/** Which SMIBs a rollout is for: settled when it is drafted, so that what is confirmed is what runs. */
import { sql } from 'kysely'
import { foldWords } from '../../platform/contract/fold'
import { invalidField } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { slotsMatching } from '../slots/slots-matching.service'
import { MOST_BOARDS } from './firmware-rollouts.contract'

/** A SMIB with what it reports to run. */
export interface Candidate {
  id: string
  mac: string
  slot_id: string | null
  location_id: string
  reported: string | null
}

export interface Planned {
  candidate: Candidate
  /** The version that it is to get. */
  firmware: { id: string; name: string } | null
}

interface Drafted {
  db: Db
  id: string
  now: number
  before?: unknown
  input: { firmware: string; location: string | null; group: string | null }
}

/** In the transaction that stores the draft. Throws 422 for no SMIB, and for too many. */
export async function planBoards({ db, id, now, before, input }: Drafted): Promise<void> {
  if (before) return
  const firmware = await db
    .selectFrom('firmware_versions')
    .select(['id', 'name', 'tenant_id'])
    .where('id', '=', input.firmware)
    .executeTakeFirstOrThrow()
  const inGroup = input.group && (await slotsMatching(db, firmware.tenant_id, { group: input.group }, now))
  const { rows } = await sql<Candidate>`select s.id, s.mac, s.slot_id, s.location_id, f.firmware as reported
    from smibs s left join slots t on t.id = s.slot_id left join smib_firmware f on f.smib_id = s.id
    where s.tenant_id = ${firmware.tenant_id} and s.archived_at is null
      ${input.location === null ? sql`` : sql`and s.location_id = ${input.location}`}
      ${inGroup ? sql`and t.id is not null and ${inGroup}` : sql``}
    order by s.location_id, s.id limit ${MOST_BOARDS + 1}`.execute(db)
  const field = input.group === null ? 'location' : 'group'
  if (rows.length === 0) throw invalidField(field, 'no_smibs')
  if (rows.length > MOST_BOARDS) throw invalidField(field, 'too_many', { limit: MOST_BOARDS })
  await storeBoards(
    db,
    { rollout: id, tenantId: firmware.tenant_id },
    rows.map(candidate => ({ candidate, firmware })),
    now,
  )
}

/** Left out at once: what runs the version already, and what there is no file for. */
export async function storeBoards(
  db: Db,
  { rollout, tenantId }: { rollout: string; tenantId: string },
  planned: readonly Planned[],
  now: number,
): Promise<void> {
  const rows = planned.map(({ candidate, firmware }) => {
    const code = firmware === null ? 'no_file' : candidate.reported === firmware.name ? 'already' : null
    return {
      id: newId(now),
      tenant_id: tenantId,
      version: 1,
      search: foldWords([candidate.mac, firmware?.name ?? '']),
      archived_at: null,
      created_at: now,
      updated_at: now,
      rollout_id: rollout,
      smib_id: candidate.id,
      slot_id: candidate.slot_id,
      location_id: candidate.location_id,
      result: code === null ? 'waiting' : 'left',
      code,
      firmware_before: candidate.reported,
      firmware: firmware?.name ?? '',
      firmware_id: firmware?.id ?? '',
    }
  })
  await insertMany(db, 'firmware_boards', columns, rows)
}

const columns = {
  id: 'text',
  tenant_id: 'text',
  version: 'bigint',
  search: 'text',
  archived_at: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
  rollout_id: 'text',
  smib_id: 'text',
  slot_id: 'text',
  location_id: 'text',
  result: 'text',
  code: 'text',
  firmware_before: 'text',
  firmware: 'text',
  firmware_id: 'text',
} as const
