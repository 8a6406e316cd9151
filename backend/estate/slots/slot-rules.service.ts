/** Checks slots: their location, their serial, their tenant. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { InputOf } from '../../platform/contract/contract'
import { assetKey, nameKey } from '../../platform/contract/machine-name'
import type { Db } from '../../platform/db/database'
import { judgeNames, type NameColumn } from '../../platform/store/name-twins'
import { problem, type Draft, type Rules, type Verdict } from '../../platform/store/rules'
import { withCustomFields } from '../../workflow/custom-fields/custom-values.service'
import { isCommandable } from './protocols.contract'
import { entriesCalled } from './registry-names.service'
import { tenantsOf } from '../locations/location-rules.service'
import { countedSince, heldInAnother } from './counted-days.service'
import { slotColumns, type NamedTable } from './slot-names.service'
import type { slotsContract } from './slots.contract'

type Input = InputOf<typeof slotsContract>

const ownRules: Rules<Input> = {
  judge: async (db, drafts) => {
    const tenants = await tenantsOf(
      db,
      drafts.map(({ input }) => input.location),
    )
    const tenantOf = ({ input, before }: Draft<Input>) =>
      tenants.get(input.location ?? '') ?? (before?.tenant_id as string | undefined)
    const serials = await judgeNames(
      db,
      serialNames,
      drafts.map(draft => ({ ...draft, tenant_id: tenantOf(draft), name: draft.input.serial })),
    )
    const assets = await judgeNames(
      db,
      assetNames,
      drafts.map(draft => ({ ...draft, tenant_id: tenantOf(draft), name: draft.input.asset_no })),
    )
    const entries = await entriesOf(db, drafts)
    const counted = await countedLately(db, drafts)
    return drafts.map((draft, index) => {
      const { id, before } = draft
      const entry = entries(draft)
      const protocol = entry.columns.protocol ?? before?.protocol
      const tenant_id = tenantOf(draft)
      const [serial, asset] = [serials[index], assets[index]]
      return {
        columns: {
          tenant_id,
          serial_key: serial?.key ?? null,
          asset_key: asset?.key ?? null,
          ...entry.columns,
          ...(before ? {} : { status: 'active', demo: 0 }),
        },
        problems: {
          ...entry.problems,
          // A slot's figures belong to whom it stood with: handing it over is a new slot there, so that no total
          // changes hands.
          ...(before && tenant_id !== before.tenant_id && problem('location', 'other_tenant')),
          // Nobody could unlock it any more.
          ...(before?.status === 'locked' &&
            protocol !== before.protocol &&
            !isCommandable(String(protocol)) &&
            problem('protocol', 'while_locked')),
          ...(serial?.isTaken && problem('serial', 'taken')),
          // Transfers of money identify a slot by its asset number.
          ...(asset?.isTaken && problem('asset_no', 'taken')),
          ...(counted.has(id) && problem('denomination', 'currency_counted')),
        },
      }
    })
  },
  // The SMIB goes where its slot goes.
  effects: async (db, drafts) => {
    const moved = drafts.filter(
      ({ input, before }) => before && input.location && before.location_id !== input.location,
    )
    if (moved.length === 0) return
    const places = moved.map(({ id, input }) => ({ slot_id: id, location_id: input.location as string }))
    await sql`update smibs set location_id = b.location_id from ${rowsAsTable(db, { slot_id: 'text', location_id: 'text' }, places)} where smibs.slot_id = b.slot_id`.execute(
      db,
    )
  },
}

export const slotRules = withCustomFields('slot', ownRules)

/**
 * Slots that get a number which they had in another currency a day ago or less, and have reported for a day that is
 * not long over.
 */
async function countedLately(db: Db, drafts: readonly Draft<Input>[]): Promise<ReadonlySet<string>> {
  const wanted = new Map(
    drafts.flatMap(({ id, input: { denomination }, before }) =>
      before &&
      denomination &&
      (denomination.currency !== before.currency || denomination.minor !== Number(before.denomination_minor))
        ? [[id, denomination]]
        : [],
    ),
  )
  const now = drafts[0]?.now
  if (wanted.size === 0 || now === undefined) return new Set()
  const rows = await db
    .selectFrom('slot_history')
    .select(['slot_id', 'currency', 'denomination_minor', 'valid_from'])
    .where('slot_id', 'in', [...wanted.keys()])
    .orderBy('valid_from')
    .execute()
  const had = new Map<string, typeof rows>()
  for (const row of rows) {
    const known = had.get(row.slot_id)
    if (known) known.push(row)
    else had.set(row.slot_id, [row])
  }
  const other = [...wanted].flatMap(([id, { minor, currency }]) =>
    heldInAnother(had.get(id) ?? [], { currency, denomination_minor: minor }, now) ? [id] : [],
  )
  return other.length === 0 ? new Set() : countedSince(db, other, now)
}

/**
 * Per draft, the registry's entries as columns; what the row says already stays, whether there is an entry of that name
 * or not.
 */
async function entriesOf(
  db: Db,
  drafts: readonly Draft<Input>[],
): Promise<(draft: Draft<Input>) => Pick<Verdict, 'columns' | 'problems'>> {
  const tables = Object.keys(slotColumns) as NamedTable[]
  const find = new Map(
    await Promise.all(
      tables.map(
        async table =>
          [
            table,
            await entriesCalled(
              db,
              table,
              drafts.map(({ input }) => input[slotColumns[table]]),
            ),
          ] as const,
      ),
    ),
  )
  return ({ input, before }) => {
    const verdict: Pick<Verdict, 'columns' | 'problems'> = { columns: {}, problems: {} }
    for (const table of tables) {
      const column = slotColumns[table]
      const called = input[column]
      if (called === undefined) continue
      const entry = called === null ? null : find.get(table)?.(called)
      if (entry !== undefined)
        Object.assign(verdict.columns, { [column]: entry?.name ?? null, [`${column}_id`]: entry?.id ?? null })
      else if (called !== before?.[column])
        verdict.problems[column] = [{ code: 'not_in_registry', params: { name: called ?? '' } }]
    }
    return verdict
  }
}

const serialNames: NameColumn = { table: 'slots', column: 'serial', key: 'serial_key', keyOf: nameKey }
const assetNames: NameColumn = { table: 'slots', column: 'asset_no', key: 'asset_key', keyOf: assetKey }
