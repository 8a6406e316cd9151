/** What the import pages ask of the backend. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ListAnswer } from '../../../backend/platform/contract/list'
import {
  createdEntries,
  missingAnswer,
  type CreatedEntries,
  type MissingList,
  type NamedEntry,
} from '../../../backend/workflow/imports/entries.contract'
import { importRow, problemKind, type ProblemKind } from '../../../backend/workflow/imports/imports.contract'
import { idOf } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import { importerAt, importPaths, importsContract, type Import, type ImportRow } from './importer'

const base = '/api/imports/v1'
const one = z.looseObject({ import: importsContract.row })
const kinds = z.looseObject({ problems: z.array(problemKind) })
const rows = z.looseObject({ rows: z.array(importRow), total: z.number().int(), as_of: z.number().int() })

/** Under the address of its own kind: a SMIB's import is not shown as one of slots. */
export async function importOf(ctx: Pick<GuardedContext, 'api' | 'params' | 'url'>): Promise<Import> {
  const found = await ctx.api(importsContract).get(idOf(ctx.params))
  const own = importPaths[found.entity]
  if (found.entity !== importerAt(ctx)) throw redirect(`${own}/${found._id}`)
  return found
}

/** Which mistakes there are, and in how many rows each. */
export async function problemKinds(
  { api }: Pick<GuardedContext, 'api'>,
  { _id, counts }: Import,
): Promise<ProblemKind[]> {
  if (counts.error === 0) return []
  return (await api.call('GET', `${base}/import/${_id}/problems`, { schema: kinds })).problems
}

/** Names of entries that do not exist, where any of its mistakes is one. */
export async function missingLists(
  { api }: Pick<GuardedContext, 'api'>,
  { _id, can }: Import,
  kinds: readonly ProblemKind[],
): Promise<MissingList[]> {
  if (!can.entries || !kinds.some(({ code }) => code === 'not_in_registry')) return []
  return (await api.call('GET', `${base}/import/${_id}/entries`, { schema: missingAnswer.loose() })).lists
}

export const createEntries = (
  { api }: Pick<GuardedContext, 'api'>,
  id: string,
  entries: readonly NamedEntry[],
  idempotencyKey: string,
): Promise<CreatedEntries> =>
  api.call('POST', `${base}/import/${id}/entries`, {
    body: { entries },
    schema: createdEntries.loose(),
    idempotencyKey,
    timeLimitMs: 30_000,
  })

/**
 * A page of its rows that are wrong, in the file's order; of those with a mistake in this column, when one is named.
 */
export async function wrongRows(
  { api }: Pick<GuardedContext, 'api'>,
  id: string,
  page: number,
  rowsPerPage: number,
  column?: string,
): Promise<ListAnswer<ImportRow>> {
  const body = {
    rowsPerPage,
    page: page - 1,
    exactFields: ['import', 'state', ...(column === undefined ? [] : ['column'])],
    exactValues: [id, 'error', ...(column === undefined ? [] : [column])],
  }
  return api.call('POST', `${base}/rows`, { body, write: false, schema: rows, timeLimitMs: 15_000 })
}

export async function upload(
  { api }: Pick<GuardedContext, 'api'>,
  query: { entity: string; mode: string; file_name: string },
  bytes: Uint8Array,
  idempotencyKey: string,
): Promise<Import> {
  return (
    await api.call('POST', `${base}/import`, {
      query,
      raw: bytes,
      schema: one,
      idempotencyKey,
      timeLimitMs: 30_000,
    })
  ).import
}

export async function takeStep(
  { api }: Pick<GuardedContext, 'api'>,
  id: string,
  step: string,
  body: { reason?: string },
  idempotencyKey: string,
): Promise<Import> {
  return (
    await api.call('POST', `${base}/import/${id}/${step}`, {
      body,
      schema: one,
      idempotencyKey,
      timeLimitMs: 15_000,
    })
  ).import
}

export async function chooseReading(
  { api }: Pick<GuardedContext, 'api'>,
  id: string,
  said: { encoding: string } | { column: string },
  idempotencyKey: string,
): Promise<void> {
  await api.call('POST', `${base}/import/${id}/${'encoding' in said ? 'read' : 'percents'}`, {
    body: said,
    schema: one,
    idempotencyKey,
    timeLimitMs: 30_000,
  })
}

export type Fix = { line: number; values: Record<string, string> }

export async function fixRows(
  { api }: Pick<GuardedContext, 'api'>,
  id: string,
  fixes: readonly Fix[],
): Promise<Import> {
  return (
    await api.call('PUT', `${base}/import/${id}/rows`, { body: { fixes }, schema: one, timeLimitMs: 20_000 })
  ).import
}

export const templateOf = (
  { api }: Pick<GuardedContext, 'api'>,
  entity: string,
  lng: string,
): Promise<string> =>
  api.call('GET', `${base}/template/${entity}`, { query: { lng }, asText: true, schema: z.string() })
