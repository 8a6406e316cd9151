/**
 * What was typed into the cells that were wrong: line by line, and on request in every other row that is wrong in the
 * same way.
 */
import { MAX_FIXES } from '../../../backend/workflow/imports/imports.contract'
import type { GuardedContext } from '../../session/guard.server'
import type { Import } from './importer'
import { fixRows, wrongRows, type Fix } from './importer.server'

/** Rows mended by one press; a file with more of the same mistake is mended in several. */
const MOST = 10_000
const CELL = /^cell\.(\d{1,7})\.([a-z_]{1,40})$/

interface Typed {
  fixes: Fix[]
  everywhere: { column: string; was: string; value: string }[]
}

export function readFixes(form: FormData): Typed {
  const byLine = new Map<number, Record<string, string>>()
  const everywhere = new Map<string, Typed['everywhere'][number]>()
  for (const [name, typed] of form) {
    const [, line, column] = CELL.exec(name) ?? []
    if (line === undefined || column === undefined || typeof typed !== 'string') continue
    const value = typed.replaceAll('\r\n', '\n')
    byLine.set(Number(line), { ...byLine.get(Number(line)), [column]: value })
    const was = form.get(`was.${line}.${column}`)
    if (form.get(`same.${line}.${column}`) === '1' && typeof was === 'string') {
      const before = was.replaceAll('\r\n', '\n')
      if (before !== value) everywhere.set(JSON.stringify([column, before]), { column, was: before, value })
    }
  }
  return {
    fixes: [...byLine].map(([line, values]) => ({ line, values })),
    everywhere: [...everywhere.values()],
  }
}

/**
 * `left`: there is more of the same mistake than one press mends. `mended`: how many rows that were wrong are not any
 * more.
 */
export async function mendAll(
  ctx: GuardedContext,
  found: Import,
  { fixes, everywhere }: Typed,
): Promise<{ mended: number; left: boolean; import: Import }> {
  const byLine = new Map(fixes.map(fix => [fix.line, fix]))
  let left = false
  for (const { column, was, value } of everywhere) {
    for (let page = 1; ; page++) {
      const { rows, total } = await wrongRows(ctx, found._id, page, MAX_FIXES, column)
      for (const row of rows) {
        if ((row.values[column] ?? '') !== was) continue
        const own = byLine.get(row.line)
        // What somebody typed for a row by hand stays theirs.
        if (own && Object.hasOwn(own.values, column) && own.values[column] !== was) continue
        if (byLine.size >= MOST && !own) left = true
        else byLine.set(row.line, { line: row.line, values: { ...own?.values, [column]: value } })
      }
      if (page * MAX_FIXES >= total || left) break
    }
  }
  const all = [...byLine.values()]
  let after = found
  for (let from = 0; from < all.length; from += MAX_FIXES)
    after = await fixRows(ctx, found._id, all.slice(from, from + MAX_FIXES))
  return { mended: Math.max(0, found.counts.error - after.counts.error), left, import: after }
}

/** For the page that comes back when nothing could be saved. */
export const typedCells = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' && /^(?:cell|same)\./.test(name) ? [[name, value]] : [],
    ),
  )
