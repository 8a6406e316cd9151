/** What the reader of requests may do with each: the part of a store that says so. */
import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { derived, type Stored } from '../../platform/store/columns'
import type { Scope } from '../../platform/request/actor'
import { answersKind, type ApprovalKind } from './approval-kinds.contract'

interface Part {
  own: boolean
  may_answer: boolean
}
interface Found {
  id: string
  kind: ApprovalKind
  own: number
  /** The reader, where they and the author have one mail address. */
  same: string | null
}
type Reading = { db: Db; scope: Scope }

const adds = (name: keyof Part) => async (reading: Reading, rows: readonly Stored[]) => {
  const parts = await partsOf(reading, rows)
  for (const row of rows) Object.assign(row, { [name]: parts.get(String(row._id))?.[name] ?? false })
}

export const readerColumns = { own: derived([], () => false), may_answer: derived([], () => false) }
export const readerAdds = { own: adds('own'), may_answer: adds('may_answer') }

/** As `isSecondPerson` judges one answer: accounts with one mail address are one person. */
async function partsOf(
  { db, scope: { asker } }: Reading,
  rows: readonly Stored[],
): Promise<Map<string, Part>> {
  if (!asker || rows.length === 0) return new Map()
  const { rows: found } = await sql<Found>`select a.id, a.kind,
      case when r.id = ${asker.id} then 1 else 0 end as own, s.id as same
    from approval_requests a left join users r on r.id = a.asked_by_id
      left join users s on s.id = ${asker.id} and r.email <> '' and lower(s.email) = lower(r.email)
    where a.id in (${sql.join(rows.map(row => String(row._id)))})`.execute(db)
  const isPerson = (await db.selectFrom('users').select('id').where('id', '=', asker.id).execute()).length > 0
  return new Map(
    found.map(({ id, kind, own, same }) => [
      id,
      {
        own: Number(own) === 1,
        may_answer:
          isPerson && Number(own) === 0 && same === null && allows(asker.permissions, answersKind[kind]),
      },
    ]),
  )
}
