/**
 * Adds figures to the rows of a page or a file. They change by themselves, so that no record of a change and no command
 * has them.
 */
import type { Contract, RowOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'

export interface Figures<Row> {
  fields: readonly (keyof Row & string)[]
  /** By id, in one query for all of them. */
  read: (db: Db, ids: readonly string[], now: number) => Promise<(id: string) => Partial<Row>>
}

/** Ids that one statement takes. */
const CHUNK = 1_000

export function withFigures<C extends Contract>(
  store: Store<C>,
  groups: readonly Figures<RowOf<C>>[],
): Store<C> {
  async function add(
    db: Db,
    rows: readonly RowOf<C>[],
    now: number,
    fields: readonly string[] | undefined,
  ): Promise<RowOf<C>[]> {
    const wanted = groups.filter(group => !fields || group.fields.some(field => fields.includes(field)))
    const added: RowOf<C>[] = []
    for (let from = 0; from < rows.length; from += CHUNK) {
      const chunk = rows.slice(from, from + CHUNK)
      const ids = chunk.map(row => row._id as string)
      const read = await Promise.all(wanted.map(group => group.read(db, ids, now)))
      for (const row of chunk) {
        const figures = Object.entries(Object.assign({}, ...read.map(of => of(row._id as string))) as object)
        const shown = figures.filter(([name]) => !fields || fields.includes(name))
        added.push({ ...row, ...Object.fromEntries(shown) })
      }
    }
    return added
  }
  return {
    ...store,
    list: async (db, scope, request, now) => {
      const answer = await store.list(db, scope, request, now)
      return { ...answer, rows: await add(db, answer.rows, now, request.fields) }
    },
    present: async (db, scope, ids, now, fields) =>
      add(db, await store.present(db, scope, ids, now), now, fields),
  }
}
