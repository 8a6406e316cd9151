/** A form's second button: what saving it would do, by what was typed, once that can be saved. */
import { PREVIEW } from '../../session/form.server'
import type { RequestContext } from '../data/resource-at.server'
import type { Resource } from '../definition/resource'
import type { Typed } from './form'
import { textIn } from './text-in'

type Submitted = Pick<RequestContext, 'api'> & { form: FormData }

/** Undefined where another button was pressed. What it throws is shown as a refusal of the form. */
export async function previewOf(
  { api, form }: Submitted,
  resource: Resource,
  value: Record<string, unknown>,
): Promise<unknown> {
  const preview = form.get('intent') === PREVIEW ? resource.form?.preview : undefined
  if (!preview) return undefined
  const { path, body = {}, shape } = preview.ask(value)
  return api.call('POST', path, { body, write: false, schema: shape })
}

/** The form as it was typed, with the answer. */
export const previewed = (
  { form }: Pick<Submitted, 'form'>,
  { typed, version, key }: { typed: Typed; version: number | null; key: string },
  preview: unknown,
) => ({ typed, version, key, base: textIn(form, 'base') || null, preview })
