/** What became of one row of a bulk edit, in the words of its list. */
import type { BulkEditRow } from '../../../backend/platform/contract/bulk-edit'
import type { CsvContext, RenderContext } from '../fields/field'
import type { Translate } from '../../i18n/locales'
import { exactOf } from '../../i18n/file-format'
import { fieldLabel, problemText, skipReason } from '../render/labels'
import { isAbsent } from '../render/render-context'
import type { Resource } from '../definition/resource'

/** Why it was refused or left out; null where its outcome says it all. */
export function outcomeWhy(
  list: Resource,
  { outcome, code, fields }: Pick<BulkEditRow, 'outcome' | 'code' | 'fields'>,
  { t, locale }: Pick<RenderContext, 't' | 'locale'>,
): string | null {
  const why = Object.entries(fields).flatMap(([name, problems]) =>
    problems.map(
      problem => `${fieldLabel(t, list.name, name)}: ${problemText(t, problem, list.fields[name], locale)}`,
    ),
  )
  if (why.length > 0) return why.join('; ')
  if (outcome === 'skipped') return skipReason(t, list.name, 'update', code ?? 'other')
  return code ? t([`errors:codes.${code}`, 'errors:kinds.problem.title']) : null
}

export type RowValues = Pick<BulkEditRow, 'outcome' | 'was' | 'wanted'>

export interface FieldChange<Words> {
  name: string
  /** Null where the values say what they are of. */
  label: string | null
  before: Words
  after: Words
}

/** Whether it is archived is no field of a list: its two words stand alone. */
const ARCHIVED = 'archived'

/** What each field was and becomes, drawn by `draw`; none for a row that stays as it is. */
export function fieldChanges<Words>(
  { name: list }: Pick<Resource, 'name'>,
  { was, wanted }: RowValues,
  t: Translate,
  draw: (name: string, value: unknown) => Words,
): FieldChange<Words | string>[] {
  if (!was || !wanted) return []
  return Object.keys(was).map(name => {
    const words = (value: unknown): Words | string => {
      if (name === ARCHIVED) return t(value === true ? 'engine:archived' : 'engine:filter.current')
      return isAbsent(value) ? t('engine:many.emptied') : draw(name, value)
    }
    return {
      name,
      label: name === ARCHIVED ? null : fieldLabel(t, list, name),
      before: words(was[name]),
      after: words(wanted[name]),
    }
  })
}

/** What is said of a row without a change of its own; nothing of one that waits or was changed. */
export const staysText = (outcome: BulkEditRow['outcome'], t: Translate): string =>
  outcome === 'waiting' || outcome === 'changed' ? '–' : t('engine:many.stays')

/** "Location: Cluj → Iași", for a file. */
export function changeText(list: Resource, item: RowValues, ctx: CsvContext): string {
  const written = (name: string, value: unknown): string => {
    const field = list.fields[name]
    const own = { ...ctx, entity: list.name, field: name }
    const text = field ? exactOf(field.csvValue(value, own, { [name]: value })) : String(value)
    return [text, field?.csvUnit?.(value) ?? field?.unit?.(own) ?? []].flat().join(' ')
  }
  const changes = fieldChanges(list, item, ctx.t, written)
  if (changes.length === 0) return staysText(item.outcome, ctx.t)
  return changes
    .map(({ label, before, after }) => `${label === null ? '' : `${label}: `}${before} → ${after}`)
    .join('; ')
}
