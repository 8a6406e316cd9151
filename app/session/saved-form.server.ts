/**
 * What somebody sent after their session had ended, on its way through the sign-in page and back to where it was meant
 * to go.
 */
import { z } from 'zod'
import { SAVED_FORM } from '../addresses/own-parameters'
import type { SavedForm } from '../console/error-data'
import { keepableFields } from './form.server'
import { safeRedirect, withoutTokens } from './redirect-to'

/** Null when it holds files, secrets or too much, or leads to no page of ours: then only the way back is saved. */
export function toSavedForm(url: URL, form: FormData | null): SavedForm | null {
  const fields = keepableFields(form)
  const path = safeRedirect(formPath(url))
  return fields && path ? { path, fields } : null
}

/** The page that a form was sent to, whatever else its address said. */
export function formPath(url: URL): string {
  const clean = withoutTokens(new URL(url))
  clean.searchParams.delete(SAVED_FORM)
  return clean.pathname + clean.search
}

export const showsSavedForm = (url: URL): boolean => url.searchParams.has(SAVED_FORM)

/** The page that shows it. */
export function savedFormAddress({ path }: SavedForm): string {
  return `${path}${path.includes('?') ? '&' : '?'}${SAVED_FORM}=1`
}

export function formOf({ fields }: SavedForm): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const carried = z.object({ path: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) })

/** From the sign-in form's hidden field, trusted as little as any form. */
export function carriedForm(form: FormData): SavedForm | null {
  const text = form.get('kept')
  if (typeof text !== 'string') return null
  try {
    const read = carried.parse(JSON.parse(text))
    return toSavedForm(new URL(safeRedirect(read.path) ?? '/', 'http://console.invalid'), formOf(read))
  } catch {
    return null
  }
}
