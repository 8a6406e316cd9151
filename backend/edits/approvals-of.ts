/** Which requests edits came by, and were taken back by: of those that one person made alone, none. */
import type { Db } from '../db/database'

interface Row {
  _id?: unknown
  tenant?: unknown
}

/** Of a list's or a page's rows, in one look: the one that made it, and the one that takes it back, or is to. */
export async function addApprovals(db: Db, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
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
  const takesBack = (body: string) =>
    ['restore', 'take_back'].includes((JSON.parse(body) as { does?: string }).does ?? '')
  for (const row of rows) {
    const own = found.filter(({ edit_id }) => edit_id === row._id)
    Object.assign(row, {
      approval: own.find(({ body }) => !takesBack(body))?.id ?? null,
      back_approval: own.findLast(({ body }) => takesBack(body))?.id ?? null,
    })
  }
}
