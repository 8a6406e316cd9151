/** Checks SMIBs: their address, their location, the one slot that they serve. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { InputOf } from '../../platform/contract/contract'
import { holding } from '../control/unassign-rule.service'
import type { Db } from '../../platform/db/database'
import { problem, type Rules } from '../../platform/store/rules'
import { tenantsOf } from '../locations/location-rules.service'
import { withCustomFields } from '../../workflow/custom-fields/custom-values.service'
import type { smibsContract } from './smibs.contract'

type Input = InputOf<typeof smibsContract>

const ownRules: Rules<Input> = {
  judge: async (db, drafts) => {
    const tenants = await tenantsOf(
      db,
      drafts.map(({ input }) => input.location),
    )
    const twins = await withAddresses(
      db,
      drafts.flatMap(({ input }) => (input.mac ? [{ mac: input.mac }] : [])),
    )
    const slots = await slotsFor(
      db,
      drafts.flatMap(({ input }) => (input.slot ? [{ slot_id: input.slot }] : [])),
    )
    // Its SMIB leaves it in the same batch: whoever writes them together writes both or neither.
    const leaving = new Map(drafts.map(({ id, input }) => [id, input.slot]))
    const isTaken = (slot: string, smib: string | null | undefined, id: string) =>
      typeof smib === 'string' &&
      smib !== id &&
      (leaving.get(smib) === undefined || leaving.get(smib) === slot)
    const held = await holding(
      db,
      drafts.flatMap(({ input, before }) =>
        before?.slot_id && input.slot !== undefined && input.slot !== before.slot_id
          ? [String(before.slot_id)]
          : [],
      ),
    )
    return drafts.map(({ id, input, before }) => {
      const tenant_id = tenants.get(input.location ?? '') ?? before?.tenant_id
      const twin = twins.get(input.mac ?? '')
      const slot = slots.get(input.slot ?? '')
      const keeps =
        input.slot !== undefined && input.slot !== before?.slot_id
          ? held.get(String(before?.slot_id))
          : undefined
      return {
        columns: { tenant_id, ...(before ? {} : { test_mode: 0, log_mode: 0 }) },
        problems: {
          // A SMIB's messages are filed under its tenant, and it cannot take them along.
          ...(before && before.tenant_id !== tenant_id && problem('location', 'other_tenant')),
          ...(twin && twin !== id && problem('mac', 'taken')),
          ...(input.slot && input.location && slot?.location_id !== input.location
            ? problem('slot', 'other_location')
            : input.slot && isTaken(input.slot, slot?.smib_id, id)
              ? problem('slot', 'already_linked')
              : {}),
          // A form or a file may not do this, because the control page has rules of its own for it.
          ...(keeps && problem('slot', `unassign_${keeps}`)),
        },
      }
    })
  },
  // A slot has one SMIB at any moment, also while several change places.
  effects: async (db, drafts) => {
    const moved = drafts.filter(
      ({ input, before }) => before?.slot_id && input.slot !== undefined && input.slot !== before.slot_id,
    )
    if (moved.length === 0) return
    await sql`update smibs set slot_id = null where id in (select id from ${rowsAsTable(
      db,
      { id: 'text' },
      moved.map(({ id }) => ({ id })),
    )})`.execute(db)
  },
  archiveBlockers: async (db, ids) => {
    const { rows } = await sql<{ id: string }>`select b.id from ${rowsAsTable(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )}
      cross join smibs m where m.id = b.id and m.slot_id is not null`.execute(db)
    return new Map(rows.map(({ id }) => [id, { code: 'linked_to_slot', message: 'Unlink the slot first' }]))
  },
}

export const smibRules = withCustomFields('smib', ownRules)

/** Address → id of the SMIB that has it, whoever's and archived ones too: there is one of each in the world. */
async function withAddresses(db: Db, wanted: { mac: string }[]): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    mac: string
  }>`select m.id, m.mac from ${rowsAsTable(db, { mac: 'text' }, wanted)} cross join smibs m where m.mac = b.mac`.execute(
    db,
  )
  return new Map(rows.map(row => [row.mac, row.id]))
}

/** Reads each slot's location, and the SMIB that it has already. */
async function slotsFor(
  db: Db,
  wanted: { slot_id: string }[],
): Promise<Map<string, { location_id: string; smib_id: string | null }>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    location_id: string
    smib_id: string | null
  }>`select s.id, s.location_id, m.id as smib_id
    from ${rowsAsTable(db, { slot_id: 'text' }, wanted)} cross join slots s left join smibs m on m.slot_id = s.id where s.id = b.slot_id`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row]))
}
