/** A form's texts and the wire's values, both ways. What was typed is never lost on the way. */
import { parse, type Submission } from '@conform-to/react'
import { z } from 'zod'
import { fieldProblems } from '../../backend/contract/field-problems'
import type { FieldProblem } from '../../backend/contract/problem'
import type { Locale } from '../i18n/locales'
import type { Resource, ResourceAction, Row } from './define-resource'
import { isAbsent } from './face'
import type { AnyField } from './fields/field'

/** An entity's form, or a command's own fields. */
export interface FormSpec {
  /** Namespace of its labels. */
  entity: string
  fields: Readonly<Record<string, AnyField>>
  names: readonly string[]
  schema: z.ZodObject<Record<string, z.ZodType>>
}

export const specOf = ({ name, fields, form, contract }: Resource): FormSpec =>
  ({ entity: name, fields, schema: contract.input, names: Object.values(form?.sections ?? {}).flat() })

export const commandSpec = ({ name }: Pick<Resource, 'name'>, action: ResourceAction): FormSpec =>
  ({ entity: name, fields: action.fields, names: Object.keys(action.fields), schema: action.contract?.input ?? noFields })

const noFields = z.object({})

export type Typed = Record<string, string>
export type Problems = Record<string, FieldProblem[]>

/** What the fields hold, one text each, whatever controls they are made of. */
export function typedFrom(spec: FormSpec, form: FormData): Typed {
  return Object.fromEntries(spec.names.map(name => {
    const read = spec.fields[name]?.read
    const value = read ? read(form, name) : form.get(name)
    return [name, typeof value === 'string' ? value.slice(0, 10_000).replace(/\r\n?/g, '\n') : '']
  }))
}

/** A row as its form shows it. */
export function typedOf(spec: FormSpec, row: Row, locale: Locale): Typed {
  return Object.fromEntries(spec.names.map(name => {
    const value = row[name]
    const typed = spec.fields[name]?.typed
    return [name, isAbsent(value) ? '' : typed ? typed(value, { locale }) : String(value)]
  }))
}

/** A new record: the schema's own defaults. */
export function blankTyped(spec: FormSpec, locale: Locale): Typed {
  const defaults: Record<string, unknown> = {}
  for (const name of spec.names) {
    const found = spec.schema.shape[name]?.safeParse(undefined)
    if (found?.success) defaults[name] = found.data
  }
  return typedOf(spec, { _id: '', ...defaults }, locale)
}

/** Checked as the backend will check it. Problems are by field; a part of a field ("denomination.minor") is that field's. */
export function check(spec: FormSpec, typed: Typed, locale: Locale): Submission<Record<string, unknown>, FieldProblem[]> {
  const body = new FormData()
  for (const [name, text] of Object.entries(typed)) body.set(name, text)
  return parse<Record<string, unknown>, FieldProblem[]>(body, {
    resolve: () => {
      const parsed = spec.schema.safeParse(wireOf(spec, typed, locale), { reportInput: true })
      return parsed.success ? { value: parsed.data } : { error: byField(fieldProblems(parsed.error)) }
    },
  })
}

/** A field left empty is left out: the schema says whether it may be. */
function wireOf(spec: FormSpec, typed: Typed, locale: Locale): Record<string, unknown> {
  return Object.fromEntries(spec.names.flatMap(name => {
    const kind = spec.fields[name]
    const text = typed[name] ?? ''
    if (text === '' && kind?.kind !== 'flag') return []
    return [[name, kind?.parse ? kind.parse(text, { locale }) : text]]
  }))
}

export function byField(problems: Problems): Problems {
  const folded: Problems = {}
  for (const [path, found] of Object.entries(problems)) (folded[path.split('.', 1)[0] ?? path] ??= []).push(...found)
  return folded
}

/** Where two people changed the same record: every field whose saved value is not what was typed. */
export interface Conflict {
  version: number
  fields: { name: string; mine: string; theirs: string }[]
}

export function conflictOf(spec: FormSpec, mine: Typed, current: Row, locale: Locale): Conflict {
  const theirs = typedOf(spec, current, locale)
  const fields = spec.names.filter(name => (mine[name] ?? '') !== (theirs[name] ?? ''))
  return { version: Number(current.version), fields: fields.map(name => ({ name, mine: mine[name] ?? '', theirs: theirs[name] ?? '' })) }
}
