/** The first results of one list, and how many it finds. */
import { allows } from '../../platform/contract/permissions'
import { listRequest } from '../../platform/contract/list'
import { money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Actor, Scope } from '../../platform/request/actor'
import { SHOWN, type SearchGroup } from './search.contract'
import type { Source } from './sources'

export interface Search {
  db: Db
  scope: Scope
  actor: Actor
  now: number
  query: string
}

/** Null for a list that its reader may not open. */
export async function foundInStore(
  { db, scope, actor, now, query }: Search,
  store: Store,
  source: Source,
): Promise<SearchGroup | null> {
  if (!allows(actor.permissions, source.permission ?? store.contract.permissions.list)) return null
  const { kind, name, where, amount, order = { by: name, direction: 'ASC' } } = source
  const { rows, total } = await store.list(
    db,
    scope,
    listRequest.parse({
      query,
      rowsPerPage: SHOWN,
      sortBy: [order.by],
      sortDirection: [order.direction],
      fields: [name, ...where, ...(amount ? ['amount'] : []), 'archived_at'],
    }),
    now,
    query,
  )
  return { kind, total, rows: rows.map(row => resultOf(row, source)) }
}

export function resultOf(row: object, { name, where, amount }: Pick<Source, 'name' | 'where' | 'amount'>) {
  const of = row as Record<string, unknown>
  const places = where.map(field => textOf(of[field])).filter(Boolean)
  return {
    _id: String(of._id),
    ref: String(of._id),
    name: textOf(of[name]),
    where: places.length > 0 ? places.join(' · ') : null,
    amount: amount && of.amount ? money.parse(of.amount) : null,
    archived: of.archived_at != null,
  }
}

const textOf = (value: unknown): string =>
  value == null
    ? ''
    : typeof value === 'object' && 'name' in value
      ? String(value.name)
      : String(value as string)
