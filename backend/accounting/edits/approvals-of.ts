/** Which requests edits came by, and were taken back by: of those that one person made alone, none. */
import type { Db } from '../../platform/db/database'

interface Row {
  _id?: unknown
}

/** Of a list's or a page's rows, in one look for both: the one that made it, and the one that takes it back, or is to. */
export const requestsOf = {
  approval: ({ db }: { db: Db }, rows: readonly Row[]) =>
    add(db, rows, 'approval', own => own.find(({ body }) => !takesBack(body))),
  back_approval: ({ db }: { db: Db }, rows: readonly Row[]) =>
    add(db, rows, 'back_approval', own => own.findLast(({ body }) => takesBack(body))),
}

interface Request {
  id: string
  body: string
}
const takesBack = (body: string): boolean =>
  ['restore', 'take_back'].includes((JSON.parse(body) as { does?: string }).does ?? '')

async function add(
  db: Db,
  rows: readonly Row[],
  field: string,
  which: (own: readonly Request[]) => Request | undefined,
): Promise<void> {
  const own = await lookedUp(db, rows)
  for (const row of rows) Object.assign(row, { [field]: which(own.get(row._id) ?? [])?.id ?? null })
}

type Found = ReadonlyMap<unknown, Request[]>
/** By the rows of one answer: both fields are added to the same. */
const known = new WeakMap<readonly Row[], Promise<Found>>()

function lookedUp(db: Db, rows: readonly Row[]): Promise<Found> {
  const found = known.get(rows) ?? requestsIn(db, rows)
  known.set(rows, found)
  return found
}

async function requestsIn(db: Db, rows: readonly Row[]): Promise<Found> {
  if (rows.length === 0) return new Map()
  const found = await db
    .selectFrom('approvals')
    .select(['id', 'edit_id', 'body'])
    .where(
      'edit_id',
      'in',
      rows.map(({ _id }) => String(_id)),
    )
    .where(({ or, eb }) => or([eb('answer', '=', 'approved'), eb('answer', 'is', null)]))
    .orderBy('id')
    .execute()
  const own = new Map<unknown, Request[]>()
  for (const { edit_id, ...request } of found) own.set(edit_id, [...(own.get(edit_id) ?? []), request])
  return own
}
