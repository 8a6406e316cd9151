/** The requests by which edits were made and reverted; edits that one person made without approval have none. */
import { groupBy } from '../../platform/contract/group-by'
import { correctionWords } from './correction-kind'
import type { Db } from '../../platform/db/database'

interface Row {
  _id?: unknown
}

/** The request that made each row's edit, and the one that reverts it or will; one query reads both. */
export const requestsOf = {
  approval: ({ db }: { db: Db }, rows: readonly Row[]) =>
    add(db, rows, 'approval', own => own.find(({ body }) => !isRevert(body))),
  back_approval: ({ db }: { db: Db }, rows: readonly Row[]) =>
    add(db, rows, 'back_approval', own => own.findLast(({ body }) => isRevert(body))),
}

interface Request {
  id: string
  body: string | null
}
const reverts: readonly string[] = Object.values(correctionWords).flatMap(
  ({ requests }) => requests?.revert ?? [],
)
const isRevert = (body: string | null): boolean =>
  reverts.includes((JSON.parse(body ?? '{}') as { does?: string }).does ?? '')

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
/** Both fields of an answer's rows share one query. */
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
  return groupBy<(typeof found)[number], unknown, Request>(
    found,
    ({ edit_id }) => edit_id,
    ({ edit_id: _, ...request }) => request,
  )
}
