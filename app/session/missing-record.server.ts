/**
 * A record's address where there is no such record (any more): what its page says, and what becomes of a form that was
 * sent there.
 */
import type { ApiError } from '../api/api-error'
import type { MissingRecord } from '../console/error-data'
import { toSavedForm } from './saved-form.server'
import { resourcePaths } from '../addresses/names'

/** Details that the console itself adds to an answer: the form of a new record. */
export const ANEW = 'anew'

/** Undefined for an answer that is not about the record that the address names. */
export function missingRecordAt(
  { status, details: { id, deleted, [ANEW]: anew } }: ApiError,
  url: URL,
  form: FormData | null,
): MissingRecord | undefined {
  if (status !== 404 || typeof id !== 'string') return undefined
  const [entity, list] =
    Object.entries(resourcePaths).find(([, path]) => `${url.pathname}/`.startsWith(`${path}/${id}/`)) ?? []
  if (!entity || !list) return undefined
  const typed = toSavedForm(url, form)
  return {
    list,
    entity,
    deleted: isDeletion(deleted) ? deleted : null,
    ...(typed && { typed }),
    ...(typed && typeof anew === 'string' && { anew }),
  }
}

const isDeletion = (value: unknown): value is NonNullable<MissingRecord['deleted']> =>
  typeof value === 'object' && value !== null && typeof (value as { at?: unknown }).at === 'number'
