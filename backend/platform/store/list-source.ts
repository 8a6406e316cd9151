/** A list that can be read apart from a request, whole and in its order: what an export asks of whatever it exports. */
import type { z } from 'zod'
import { listRequest, type ListRequest } from '../contract/list'
import type { PermissionRule } from '../contract/permissions'
import type { Scope } from '../request/actor'
import { takesOf, type ListTakes } from '../request/list-body'
import type { Db } from '../db/database'
import type { Store } from './store-spec'

/** Its ids are in memory at once. */
export const MOST_ROWS = 250_000

export interface ListSource {
  /** Its fields, and what it takes to read it. */
  contract: {
    one: string
    row: z.ZodObject
    permissions: { list: PermissionRule }
    confidential?: 'all' | readonly string[]
    fieldPermissions?: Readonly<Partial<Record<string, PermissionRule>>>
  }
  /** What a request of it may say. */
  takes: ListTakes
  /**
   * How many rows the request finds. Counting may stop beyond `most`: `capped`, at least so many. 422 for a request
   * that the list does not understand.
   */
  total(
    db: Db,
    scope: Scope,
    request: ListRequest,
    most: number,
    now: number,
  ): Promise<{ total: number; capped?: boolean }>
  /** Of one file. */
  mostRows: number
  /**
   * Ids of all that it finds, in its order, at most `most`: 413 beyond. In pieces only where each goes on behind a row
   * and not behind so many, since rows come and go meanwhile; else in one.
   */
  idsInPieces(
    db: Db,
    scope: Scope,
    request: ListRequest,
    most: number,
    now: number,
  ): AsyncGenerator<string[], void>
  /** Those of the ids that are still there and in scope, in their order; `fields`: what is wanted of each. */
  present(db: Db, scope: Scope, ids: string[], now: number, fields?: readonly string[]): Promise<object[]>
}

export const sourceOf = ({ contract, list, idsInOrder, present }: Store): ListSource => ({
  contract,
  takes: takesOf(contract),
  mostRows: MOST_ROWS,
  async *idsInPieces(db, scope, request, most, now) {
    yield await idsInOrder(db, scope, request, most, now)
  },
  present,
  total: async (db, scope, request, _most, now) => ({
    total: (
      await list(
        db,
        scope,
        listRequest.parse({ ...request, page: 0, rowsPerPage: 1, countUpTo: undefined }),
        now,
      )
    ).total,
  }),
})
