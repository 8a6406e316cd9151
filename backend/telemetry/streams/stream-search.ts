/**
 * Words in raw data: names of slots, SMIBs, locations and tenants, and of events by code, kind or what they are called
 * in any of the console's languages. Raw rows carry no searchable text, so a row is matched by its own places, and
 * where the words mean a few slots only, just their rows are read.
 */
import { sql, type RawBuilder } from 'kysely'
import en from '../../../locales/en/telemetry/events.json'
import pt from '../../../locales/pt/telemetry/events.json'
import ro from '../../../locales/ro/telemetry/events.json'
import { slotHasWord } from '../../estate/slots/slot-search.service'
import { fold } from '../../platform/contract/fold'
import type { Db } from '../../platform/db/database'
import { contains } from '../../platform/db/has-words'
import type { Scope } from '../../platform/request/actor'
import { eventCategories } from './streams.contract'
import type { Places, StreamFilter, StreamSearch } from './stream-filter'

/** More slots than these are no narrower than their locations. */
const FEW = 100

/** Code → what it is called in every language, folded. */
const names = new Map<string, string>()
for (const { codes } of [en, ro, pt])
  for (const [code, name] of Object.entries(codes))
    names.set(code, `${names.get(code) ?? fold(code)} ${fold(name)}`)

/** Null for a query without words. */
export async function searchOf(
  db: Db,
  scope: Scope,
  table: StreamFilter['table'],
  query: string,
): Promise<StreamSearch | null> {
  const words = [...new Set(fold(query).split(/\s+/).filter(Boolean))]
  if (words.length === 0) return null
  const withins: Places[] = []
  for (const word of words) {
    const within = await placesOf(db, scope, table, word)
    if (within) withins.push(within)
  }
  return {
    condition: sql.join(
      words.map(word => sql`and (${sql.join(waysOf(table, word), sql` or `)})`),
      sql` `,
    ),
    within: withins[0] ?? null,
  }
}

function waysOf(table: StreamFilter['table'], word: string): RawBuilder<unknown>[] {
  const of = (places: string, column: string) =>
    sql`exists (select 1 from ${sql.table(places)} as p where p.id = ${sql.ref(`${table}.${column}`)} and ${contains(sql.ref('p.search'), word)})`
  const codes = table === 'events' ? codesOf(word) : []
  return [
    ...(table === 'events'
      ? [contains(sql`lower(events.code)`, word), contains(sql.ref('events.category'), word)]
      : []),
    ...(codes.length > 0 ? [sql`events.code in (${sql.join(codes)})`] : []),
    of('slots', 'slot_id'),
    of('smibs', 'smib_id'),
    of('locations', 'location_id'),
    of('tenants', 'tenant_id'),
  ]
}

const codesOf = (word: string): string[] =>
  [...names].filter(([, text]) => text.includes(word)).map(([code]) => code)

/** Null: it may be anywhere. */
async function placesOf(
  db: Db,
  scope: Scope,
  table: StreamFilter['table'],
  word: string,
): Promise<Places | null> {
  // A SMIB may send codes of two digits that nobody has listed.
  if (
    table === 'events' &&
    (word.length < 3 || codesOf(word).length > 0 || eventCategories.some(name => name.includes(word)))
  )
    return null
  type Named = 'slots' | 'smibs' | 'locations' | 'tenants'
  const has = async (places: Named) =>
    places === 'slots' ? (await slotHasWord(db, places, word)).has : contains(sql.ref('search'), word)
  const found = async (places: Named, most: number) => {
    const mine =
      scope.tenantId === null
        ? sql``
        : sql`and ${sql.ref(places === 'tenants' ? 'id' : 'tenant_id')} = ${scope.tenantId}`
    const { rows } = await sql<{
      id: string
    }>`select id from ${sql.table(places)} where ${await has(places)} ${mine} limit ${most}`.execute(db)
    return rows.map(({ id }) => id)
  }
  if ((await found('locations', 1)).length > 0 || (await found('tenants', 1)).length > 0) return null
  const [slot, smib] = [await found('slots', FEW + 1), await found('smibs', FEW + 1)]
  if (slot.length > FEW || smib.length > FEW || (slot.length > 0 && smib.length > 0)) return null
  return smib.length > 0 ? { smib } : { slot }
}
