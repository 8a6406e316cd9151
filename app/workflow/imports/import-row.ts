/** A row of an import in words, for every page that shows one. */
import { customKeyIn } from '../../engine/address/custom-name'
import { importKinds } from './import-kinds.found'
import {
  type ImportEntity,
  type ImportProblem,
  type ImportRow,
  type ImportRowState,
} from '../../../backend/workflow/imports/imports.contract'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'

export const rowMarks: Record<ImportRowState, Mark> = {
  ok: 'good',
  error: 'bad',
  unchanged: 'muted',
  committed: 'good',
  undone: 'muted',
  skipped: 'warn',
}
/** In the order in which people look for them. */
export const rowStates: readonly ImportRowState[] = [
  'error',
  'ok',
  'unchanged',
  'committed',
  'skipped',
  'undone',
]

export const columnLabel = (t: Translate, column: string) =>
  t([`import-rows:fields.${column}`, 'import-rows:fields.other'], { column: customKeyIn(column) ?? column })

export const problemWord = (t: Translate, { code, params }: Pick<ImportProblem, 'code' | 'params'>) =>
  t([`imports:problems.${code}`, 'imports:problems.other'], { ...params, code })

/** What is wrong, of many rows at once: without the figures and names that each has of its own. */
export const kindWord = (t: Translate, code: string) =>
  t([`imports:kinds.${code}`, `imports:problems.${code}`, 'imports:problems.other'], { code })

export const kindText = (t: Translate, { code, column }: Pick<ImportProblem, 'code' | 'column'>) =>
  column === null ? kindWord(t, code) : `${columnLabel(t, column)}: ${kindWord(t, code)}`

/** "Location: “CJ-9” is unknown": the column, its cell, and the problem. */
export function problemText(
  t: Translate,
  problem: ImportProblem,
  values: Readonly<Record<string, string>>,
): string {
  const { column } = problem
  const why = problemWord(t, problem)
  if (column === null) return why
  const value = values[column] ?? ''
  const label = columnLabel(t, column)
  return value === '' ? `${label}: ${why}` : t('imports:cell', { column: label, value, why })
}

export const changeTexts = (t: Translate, { changes }: Pick<ImportRow, 'changes'>): string[] =>
  changes.map(({ column, before, after }) => `${columnLabel(t, column)}: ${before || '–'} → ${after || '–'}`)

/** A row that was not undone says why. */
export const stateText = (t: Translate, { state, reason }: Pick<ImportRow, 'state' | 'reason'>): string =>
  t(`import-rows:state.${state}`) + (reason ? `: ${t([`imports:kept.${reason}`, 'imports:kept.other'])}` : '')

/** What one of its rows is called. */
export const rowName = (entity: ImportEntity, { values, line }: Pick<ImportRow, 'values' | 'line'>) =>
  values[importKinds[entity].key] || String(line)
