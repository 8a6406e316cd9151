/** What somebody sent after their session had ended, on its way through the sign-in page and back to where it was meant to go. */
import { z } from 'zod'
import type { KeptForm } from '../console/error-data'
import { keepableFields } from './form.server'
import { safeRedirect, withoutTokens } from './redirect-to'

/** Null when it holds files, secrets or too much, or leads to no page of ours: then only the way back is kept. */
export function keepForm(url: URL, form: FormData | null): KeptForm | null {
  const fields = keepableFields(form)
  const clean = withoutTokens(new URL(url))
  const path = safeRedirect(clean.pathname + clean.search)
  return fields && path ? { path, fields } : null
}

const carried = z.object({ path: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) })

/** From the sign-in form's hidden field, trusted as little as any form. */
export function carriedForm(form: FormData): KeptForm | null {
  const text = form.get('kept')
  if (typeof text !== 'string') return null
  try {
    const read = carried.parse(JSON.parse(text))
    const fields = new FormData()
    for (const [name, value] of read.fields) fields.append(name, value)
    return keepForm(new URL(safeRedirect(read.path) ?? '/', 'http://console.invalid'), fields)
  } catch {
    return null
  }
}
