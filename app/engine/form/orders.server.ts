/** Sending one order from a page with several forms: done, or handed back with what was typed and why not. */
import { z } from 'zod'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import type { Failure } from '../data/failure.server'
import { refusalOf, sentIn } from './form-page.server'
import { textIn } from './text-in'
import { intentIn } from '../../session/form.server'
import type { GuardedContext } from '../../session/guard.server'

export interface Answered {
  /** The form that was sent. */
  intent: string
  typed: Record<string, string>
  problems: Record<string, FieldProblem[]>
  /** Why it did not happen, where no field of the form is to blame. */
  failure: Failure | null
  /** The next press of the button: after a lost answer the same key, so that repeating changes nothing twice. */
  key: string
}

export interface Order<Shape extends z.ZodType = z.ZodType> {
  method?: 'POST' | 'PUT'
  path: string
  body: Record<string, unknown>
  /** Names of the form's own fields. */
  fields: readonly string[]
  schema?: Shape
  /** What must not be repeated by a key, because its answer must not be stored. */
  keyless?: boolean
  /** For fields whose names have parts. */
  problemsOf?: (found: Record<string, FieldProblem[]>) => Record<string, FieldProblem[]>
}

type Sent<T> =
  | { value: T; refused?: undefined }
  | { value?: undefined; refused: { data: Answered; status: number } }

export async function send<Shape extends z.ZodType = z.ZodUnknown>(
  { api, form }: GuardedContext,
  intent: string,
  { method = 'POST', path, body, fields, schema, keyless, problemsOf }: Order<Shape>,
): Promise<Sent<z.output<Shape>>> {
  intentIn(form, [intent])
  const { key } = sentIn(form)
  try {
    return {
      value: await api.call(method, path, {
        body,
        schema: schema ?? (z.unknown() as unknown as Shape),
        ...(keyless ? {} : { idempotencyKey: key }),
      }),
    }
  } catch (error) {
    const { status, ...refusal } = refusalOf(error, { key, names: fields, ...(problemsOf && { problemsOf }) })
    return { refused: { status, data: { intent, typed: typedOf(form, fields), ...refusal } } }
  }
}

export const typedOf = (form: FormData, fields: readonly string[]) =>
  Object.fromEntries(fields.map(name => [name, textOf(form, name)]))

/** On one line: what is ordered has no paragraphs. */
export const textOf = (form: FormData, name: string): string => textIn(form, name).replaceAll('\n', ' ')
