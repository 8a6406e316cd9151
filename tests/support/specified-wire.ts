/** How a test asks the API in the specification's words, of a network in which every list has rows. */
import type { Person } from '../people'
import type { FullLists } from './full-lists'

/** Nothing has it. */
export const NOBODY = 'f'.repeat(24)

/** The id of what a row refers to. */
export const of = (row: Record<string, unknown>, member: string): string | undefined =>
  (row[member] as { _id: string } | null | undefined)?._id

export function specifiedWire(full: () => FullLists) {
  const ask = async (path: string, body?: unknown, as: Person = 'ana', method?: string) => {
    const answer = await full().backend.json(`/api/${path}`, {
      as,
      ...(body !== undefined && { body }),
      ...(method && { method }),
    })
    return { ...answer.body, status: answer.status }
  }
  const list = async (path: string, body: object = {}) => {
    const { status, data, error } = await ask(path, { rowsPerPage: 500, ...body })
    return { status, rows: data?.rows ?? [], total: data?.total ?? 0, data, fields: error?.fields }
  }
  return { ask, list }
}
