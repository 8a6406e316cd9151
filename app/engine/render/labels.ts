/** Texts by convention: no label is written in a definition. */
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import type { Locale, Translate } from '../../i18n/locales'
import { customKeyIn } from '../address/custom-name'
import type { AnyField } from '../fields/field'

const shared: Partial<Record<string, string>> = { archived: 'engine:archived', reason: 'engine:form.reason' }

type Fields = Readonly<Record<string, AnyField | undefined>>

/**
 * `fields`: where a tenant's own may be among them, whose names are people's. Without its name it is called by its key.
 */
export const fieldLabel = (t: Translate, entity: string, field: string, fields?: Fields): string =>
  customLabel(field, fields) ?? t(shared[field] ?? `${entity}:fields.${field}`)
/** Over a column: the name's short form where it has one. */
export const columnLabel = (t: Translate, entity: string, field: string, fields?: Fields): string =>
  customLabel(field, fields) ?? t([`${entity}:short.${field}`, shared[field] ?? `${entity}:fields.${field}`])

const customLabel = (field: string, fields: Fields | undefined): string | null =>
  fields?.[field]?.label ?? customKeyIn(field)

export const sectionLabel = (t: Translate, entity: string, section: string) =>
  t(`${entity}:sections.${section}`)

/** archive and unarchive read the same everywhere; the others are the entity's own. */
const home = (entity: string, action: string) =>
  action === 'archive' || action === 'unarchive' ? 'engine' : entity

export const actionLabel = (t: Translate, entity: string, action: string) =>
  t(`${home(entity, action)}:actions.${action}`)
const counted = (t: Translate, key: 'do' | 'done', entity: string, action: string, count: number) =>
  t(`${home(entity, action)}:${key}.${action}`, { count, things: t(`${entity}:counted`, { count }) })

/** "Lock 3 slots": what the button does, to how many. */
export const actionButton = (t: Translate, entity: string, action: string, count: number) =>
  counted(t, 'do', entity, action, count)
/** "3 slots locked." */
export const actionDone = (t: Translate, entity: string, action: string, count: number) =>
  counted(t, 'done', entity, action, count)
/** One sentence: what will be different afterwards. */
export const actionEffect = (t: Translate, entity: string, action: string) =>
  t(`${home(entity, action)}:effect.${action}`)
/** What one should know first: of the one row that it will be done to, or of so many of them. */
export const actionNote = (t: Translate, entity: string, note: string, count: number, all: number) =>
  all === 1 ? t(`${entity}:notes.${note}`) : t(`${entity}:notes.${note}Of`, { count })
/** Why a row is left out. `reason` is the backend's word; before it has answered, the action's own. */
export const skipReason = (t: Translate, entity: string, action: string, reason: string = action) =>
  t([`${entity}:skipped.${reason}`, `engine:skipped.${reason}`, 'engine:skipped.other'])

/** What is wrong with a field's value, and what would be right, in the units in which it is typed. */
export function problemText(
  t: Translate,
  { code, params }: FieldProblem,
  kind?: AnyField,
  locale: Locale = 'en',
): string {
  const values = kind?.limit
    ? Object.fromEntries(
        Object.entries(params ?? {}).map(([name, value]) => [
          name,
          typeof value === 'number' ? kind.limit?.(value, { locale }) : value,
        ]),
      )
    : params
  const named = values?.names === undefined ? [] : [`errors:fields.${code}_named`]
  return t([...named, `errors:fields.${code}`, 'errors:fields.invalid'], values)
}

const NAMED = new Set(['required', 'invalid', 'unknown'])

/** The same above the form, where the field has to be named: the specification's generic messages. */
export function namedProblem(
  t: Translate,
  name: string,
  problem: FieldProblem,
  kind?: AnyField,
  locale?: Locale,
): string {
  return NAMED.has(problem.code)
    ? t(`errors:named.${problem.code}`, { name })
    : `${name}: ${problemText(t, problem, kind, locale)}`
}
