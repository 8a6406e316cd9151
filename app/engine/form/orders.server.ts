/**
 * A page whose forms order something: it is shown with `formsOf`, and its action is `performOrder`. What was refused is
 * handed back with what was typed and why not.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
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

/** What such a page shows next to its own data. */
export interface OrderForms {
  /** Of the next order, until one was refused. */
  key: string
  answered?: Answered
}

export const formsOf = (answered?: Answered): OrderForms => ({
  key: randomUUID(),
  ...(answered && { answered }),
})

export interface Order<Shape extends z.ZodType = z.ZodType> {
  method?: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: Record<string, unknown>
  /** Names of the form's own fields. */
  fields: readonly string[]
  /** Those of them that have paragraphs. */
  multiline?: readonly string[]
  /** What is wrong already, so that nothing is sent. */
  problems?: Record<string, FieldProblem[]>
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
  {
    method = 'POST',
    path,
    body,
    fields,
    multiline = [],
    problems = {},
    schema,
    keyless,
    problemsOf,
  }: Order<Shape>,
): Promise<Sent<z.output<Shape>>> {
  intentIn(form, [intent])
  const { key } = sentIn(form)
  const typed = {
    ...typedOf(form, fields),
    ...Object.fromEntries(multiline.map(name => [name, textIn(form, name)])),
  }
  if (Object.keys(problems).length > 0)
    return { refused: { status: 422, data: { intent, typed, problems, failure: null, key } } }
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
    return { refused: { status, data: { intent, typed, ...refusal } } }
  }
}

interface Outcome {
  /** Where it leads when it is done, and what the next page says where that does not show. */
  to: string
  message?: string
  tone?: 'good' | 'warn'
}

/** Sends an order. Done, it leads on; refused, its page is shown again. */
export async function performOrder<Shape extends z.ZodType = z.ZodUnknown, Page = unknown>(
  context: GuardedContext,
  intent: string,
  order: Order<Shape> & {
    /** The page with what was refused. */
    again: (answered: Answered) => Promise<Page>
    done: (value: z.output<Shape>) => Outcome
  },
) {
  const sent = await send(context, intent, order)
  if (sent.refused) return data(await order.again(sent.refused.data), { status: sent.refused.status })
  const { to, message, tone = 'good' } = order.done(sent.value)
  if (message) await context.toast(tone, message)
  return redirect(to, 303)
}

type Problems = Answered['problems']
type Typed = Answered['typed']

/** Of a page that previews before it orders: what is wrong stands at its fields, all else above them. */
export function refusedPreview(
  error: unknown,
  typed: Typed,
  names: readonly string[],
  problemsOf = (found: Problems) => found,
) {
  const { status, problems, failure, key } = refusalOf(error, { key: randomUUID(), names, problemsOf })
  const answered = failure && { intent: 'preview', typed, problems: {}, failure, key }
  return { status, shown: { typed, problems, ...(answered && { answered }) } }
}

/** Of its order: the reason's fault stands at the order, the others at the fields that were previewed. */
export function partedRefusal({ problems, ...answered }: Answered) {
  const { reason, ...others } = problems
  const own: Problems = reason ? { reason } : {}
  return { problems: others, answered: { ...answered, problems: own } }
}

export const typedOf = (form: FormData, fields: readonly string[]) =>
  Object.fromEntries(fields.map(name => [name, textOf(form, name)]))

/** On one line: what is ordered has no paragraphs. */
export const textOf = (form: FormData, name: string): string => textIn(form, name).replaceAll('\n', ' ')
