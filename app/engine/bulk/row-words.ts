/** What became of one row of a bulk edit, in the words of its list. */
import type { ManyItem } from '../../../backend/platform/contract/many'
import type { CsvContext, RenderContext } from '../fields/field'
import { fieldLabel, problemText, skipReason } from '../render/labels'
import { isAbsent } from '../render/render-context'
import type { Resource } from '../definition/resource'

/** Why it was refused or left out; null where its outcome says it all. */
export function outcomeWhy(
  list: Resource,
  { outcome, code, fields }: Pick<ManyItem, 'outcome' | 'code' | 'fields'>,
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

/** What a row alone is to become, for a file. */
export const wishText = (list: Resource, wanted: ManyItem['wanted'], ctx: CsvContext): string =>
  Object.entries(wanted ?? {})
    .map(([name, value]) => {
      const written = isAbsent(value)
        ? ctx.t('engine:many.emptied')
        : list.fields[name]?.csvValue(value, { ...ctx, entity: list.name, field: name }, { [name]: value })
      return `${fieldLabel(ctx.t, list.name, name)}: ${typeof written === 'object' ? written.exact : (written ?? '')}`
    })
    .join('; ')
