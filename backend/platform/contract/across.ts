/** Faults between fields: each of them may be fine by itself. */
import { z } from 'zod'
import type { FieldProblem } from './problem'

/** By field. */
export type Faults = Record<string, FieldProblem[]>

/**
 * The same schema, which also tells what is wrong between its fields, and does so together with what is wrong with
 * single ones: a form that is mended in
 * two rounds was refused once too often. `faults` gets the fields that are fine; the others are missing.
 */
export const across = <Schema extends z.ZodObject>(
  schema: Schema,
  faults: (fine: Partial<z.output<Schema>>) => Faults,
): Schema =>
  schema.check(z.superRefine((value, context) => tell(value, context, faults), { when: () => true }))

/** For another object of the same fields. */
export const acrossOf = (schema: z.ZodObject): z.core.$ZodCheck<unknown>[] =>
  (schema.def.checks ?? []) as z.core.$ZodCheck<unknown>[]

function tell<Output>(
  value: Output,
  context: z.core.$RefinementCtx,
  faults: (fine: Partial<Output>) => Faults,
): void {
  // Anything may have come, and what is no object has no fields.
  if (typeof value !== 'object' || value === null) return
  const wrong = new Set(context.issues.map(issue => String(issue.path?.[0])))
  const fine = Object.entries(value).filter(([name]) => !wrong.has(name))
  for (const [name, found] of Object.entries(faults(Object.fromEntries(fine) as Partial<Output>)))
    for (const { code, params } of found)
      context.addIssue({ code: 'custom', message: code, path: [name], ...(params && { params }) })
}
