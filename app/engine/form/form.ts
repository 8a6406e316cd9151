/** A form's texts and the wire's values, both ways. What was typed is never lost on the way. */
import { parse, type Submission } from '@conform-to/react'
import { z } from 'zod'
import { reason } from '../../../backend/platform/contract/contract'
import { fieldProblems } from '../../../backend/platform/contract/field-problems'
import type { FieldProblem, LastSave } from '../../../backend/platform/contract/problem'
import type { Locale } from '../../i18n/locales'
import { customName, isCustomName, valueIn, withoutCustomNames } from '../address/custom-name'
import { customShape } from '../definition/with-custom-fields'
import { isAbsent } from '../render/render-context'
import type { AnyField } from '../fields/field'
import { longText } from '../fields/long-text'
import type { Resource, ResourceAction } from '../definition/resource'
import type { Row } from '../definition/row'

/** An entity's form, or a command's own fields. */
export interface FormSpec {
  /** Namespace of its labels. */
  entity: string
  fields: Readonly<Record<string, AnyField>>
  names: readonly string[]
  schema: z.ZodObject<Record<string, z.ZodType>>
  /** Fields whose change takes a reason, which is then a field itself. */
  reasoned?: readonly string[]
  /** Boxes that are ticked on the form of a new record. */
  ticked?: readonly string[]
  /** Not shown to whoever belongs to a tenant. */
  ofSystem?: readonly string[]
  /** It is a tenant's: people who belong to none say which, and these fields offer what that one has. */
  ofTenant?: readonly string[]
}

export const specOf = ({ name, fields, form, contract, custom = [] }: Resource): FormSpec => ({
  entity: name,
  fields,
  schema: schemaOf(contract.input, custom),
  names: Object.values(form?.sections ?? {}).flat(),
  ...(form?.ticked && { ticked: form.ticked }),
  ...(form?.ofSystem && { ofSystem: form.ofSystem }),
  ...(form?.ofTenant && { ofTenant: form.ofTenant }),
})

/** Of the tenant's own fields those that are not archived have a control. */
function schemaOf(
  input: Resource['contract']['input'],
  custom: NonNullable<Resource['custom']>,
): FormSpec['schema'] {
  const names = custom.flatMap(({ key, archived }) => (archived ? [] : [customName(key)]))
  return names.length === 0 ? input : input.safeExtend(customShape(names))
}

/** As `specOf`, with a reason where the entity's contract wants one for some changes. */
export function editSpecOf(resource: Resource): FormSpec {
  const spec = specOf(resource)
  const reasoned = resource.contract.reasoned?.filter(name => spec.names.includes(name)) ?? []
  if (reasoned.length === 0) return spec
  return {
    ...spec,
    reasoned,
    names: [...spec.names, REASON],
    fields: { ...spec.fields, [REASON]: reasonField },
    schema: spec.schema.safeExtend({ [REASON]: reason.optional() }),
  }
}

/** Nothing but the reason, where what is set back needs one. */
export function revertSpec(resource: Resource, back: Record<string, unknown>): FormSpec {
  const reasoned = resource.contract.reasoned?.filter(name => name in back) ?? []
  if (reasoned.length === 0) return { entity: resource.name, fields: {}, names: [], schema: noFields }
  return {
    entity: resource.name,
    reasoned,
    names: [REASON],
    fields: { [REASON]: reasonField },
    schema: z.object({ [REASON]: reason }),
  }
}

const REASON = 'reason'
const reasonField = longText() as unknown as AnyField

export const commandSpec = ({ name }: Pick<Resource, 'name'>, action: ResourceAction): FormSpec => ({
  entity: name,
  fields: action.fields,
  names: Object.keys(action.fields),
  schema: action.contract?.input ?? noFields,
})

const noFields = z.object({})

export type Typed = Record<string, string>
export type Problems = Record<string, FieldProblem[]>

/** What the fields hold, one text each, whatever controls they are made of. */
export function typedFrom(spec: FormSpec, form: FormData): Typed {
  return Object.fromEntries(
    spec.names.map(name => {
      const read = spec.fields[name]?.read
      const value = read ? read(form, name) : form.get(name)
      return [
        name,
        typeof value === 'string' ? value.slice(0, read ? 50_000 : 10_000).replace(/\r\n?/g, '\n') : '',
      ]
    }),
  )
}

/** A row as its form shows it. */
export function typedOf(spec: FormSpec, row: Row, locale: Locale): Typed {
  return Object.fromEntries(
    spec.names.map(name => {
      const value = valueIn(row, name)
      const typed = spec.fields[name]?.typed
      return [name, isAbsent(value) ? '' : typed ? typed(value, { locale }) : String(value)]
    }),
  )
}

/** A new record: the schema's own defaults, and what the definition ticks. */
export function blankTyped(spec: FormSpec, locale: Locale): Typed {
  const defaults: Record<string, unknown> = {}
  for (const name of spec.ticked ?? []) defaults[name] = true
  for (const name of spec.names) {
    const found = spec.schema.shape[name]?.safeParse(undefined)
    if (found?.success && found.data !== undefined) defaults[name] = found.data
  }
  return typedOf(spec, { _id: '', ...defaults }, locale)
}

/**
 * Checked as the backend will check it. Problems are by field; a part of a field ("denomination.minor") is that
 * field's.
 */
export function check(
  spec: FormSpec,
  typed: Typed,
  locale: Locale,
): Submission<Record<string, unknown>, FieldProblem[]> {
  const body = new FormData()
  for (const [name, text] of Object.entries(typed)) body.set(name, text)
  return parse<Record<string, unknown>, FieldProblem[]>(body, {
    resolve: () => {
      const parsed = spec.schema.safeParse(wireOf(spec, typed, locale), { reportInput: true })
      return parsed.success
        ? { value: withoutCustomNames(parsed.data) }
        : { error: byField(fieldProblems(parsed.error)) }
    },
  })
}

/** What the schema cannot ask, since it is nobody else's question: whose it is to be. */
export const tenantProblems = (spec: FormSpec, typed: Typed): Problems =>
  spec.ofTenant && !typed.tenant && !typed.all_tenants ? { tenant: [{ code: 'required' }] } : {}

/** A field left empty is left out: the schema says whether it may be. */
function wireOf(spec: FormSpec, typed: Typed, locale: Locale): Record<string, unknown> {
  return Object.fromEntries(
    spec.names.flatMap(name => {
      const kind = spec.fields[name]
      const text = typed[name] ?? ''
      if (text === '' && kind?.kind !== 'flag') return []
      return [[name, kind?.parse ? kind.parse(text, { locale }) : text]]
    }),
  )
}

export function byField(problems: Problems): Problems {
  const folded: Problems = {}
  for (const [path, found] of Object.entries(problems)) (folded[nameAt(path)] ??= []).push(...found)
  return folded
}

/** A part of a field is that field's; a value of a tenant's own field is a field of the form by itself. */
function nameAt(path: string): string {
  const [name = path, key] = path.split('.')
  return name === 'custom' && key !== undefined && isCustomName(customName(key)) ? customName(key) : name
}

/** A row as its form sends it when nothing is changed: a box that is not ticked sends nothing. */
export const shownOf = (spec: FormSpec, row: Row, locale: Locale): Typed =>
  sentTexts(spec, typedOf(spec, row, locale))

/** An unticked box is no: what a form sends and what a row has are the same text then. */
export const sentTexts = (spec: FormSpec, typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [
      name,
      text === '' && spec.fields[name]?.kind.startsWith('flag') ? '0' : text,
    ]),
  )

/** Two people changed the same record. */
export interface Conflict {
  version: number
  /** Fields that both have changed, each to something else. */
  fields: { name: string; mine: string; theirs: string }[]
  /** Fields that the other one alone has changed, which are in the form now, and those of this form alone. */
  taken: string[]
  own: string[]
  saved: LastSave | null
}
