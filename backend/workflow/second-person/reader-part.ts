/** What the reader of requests may do with each: the part of a store that says so. */
import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { derived, type Stored } from '../../platform/store/columns'
import type { Scope } from '../../platform/request/actor'
import { answersKind, type ApprovalKind } from './approval-kinds.contract'
import { isSamePerson } from './second-person.service'

interface Part {
  own: boolean
  may_answer: boolean
}
interface Found {
  id: string
  kind: ApprovalKind
  /** 1 or 0. */
  own: number
  is_other: number
}
type Reading = { db: Db; scope: Scope }

/** Of the rows of one answer: both members come of one question. */
const known = new WeakMap<readonly Stored[], Promise<ReadonlyMap<string, Part>>>()

const adds = (name: keyof Part) => async (reading: Reading, rows: readonly Stored[]) => {
  const parts = known.get(rows) ?? partsOf(reading, rows)
  known.set(rows, parts)
  const found = await parts
  for (const row of rows) Object.assign(row, { [name]: found.get(String(row._id))?.[name] ?? false })
}

export const readerColumns = { own: derived([], () => false), may_answer: derived([], () => false) }
export const readerAdds = { own: adds('own'), may_answer: adds('may_answer') }

/** As `isSecondPerson` judges one answer: a program is no person, accounts with one mail address are one. */
async function partsOf(
  { db, scope: { asker } }: Reading,
  rows: readonly Stored[],
): Promise<ReadonlyMap<string, Part>> {
  if (!asker || rows.length === 0) return new Map()
  const { rows: found } = await sql<Found>`select a.id, a.kind,
      case when a.asked_by_id = ${asker.id} then 1 else 0 end as own,
      case when me.id is not null and a.asked_by_id <> me.id
        and not exists (select 1 from users r where r.id = a.asked_by_id and ${isSamePerson('me', 'r')})
        then 1 else 0 end as is_other
    from approval_requests a left join users me on me.id = ${asker.id}
    where a.id in (${sql.join(rows.map(row => String(row._id)))})`.execute(db)
  return new Map(
    found.map(({ id, kind, own, is_other }) => [
      id,
      {
        own: Number(own) === 1,
        may_answer: Number(is_other) === 1 && allows(asker.permissions, answersKind[kind]),
      },
    ]),
  )
}
