import { MAX_CELL } from '../../../backend/workflow/imports/imports.contract'
import { useShell } from '../../console/shell-context'
import { isCustomName } from '../../engine/address/custom-name'
import { Check, describe, Field, Input, TextArea } from '../../ui/field'
import { columnLabel, importKinds, problemWord, rowName, type ImportEntity, type ImportRow } from './importer'

interface FixRowProps {
  entity: ImportEntity
  row: ImportRow
  /** What was typed, when it could not be saved: by the control's name. */
  typed: Readonly<Record<string, string>> | undefined
  /** Whether other rows may be wrong in the same way. */
  repeats: (column: string, value: string) => boolean
}

/**
 * The cells that are wrong as inputs, the others to read. What is wrong with the row as a whole can be mended in its
 * key.
 */
export function FixRow({ entity, row, typed, repeats }: FixRowProps) {
  const { t, format } = useShell()
  const whole = row.problems.filter(({ column }) => column === null)
  // Fields of the tenant's own stand in its file alone.
  const own = Object.keys(row.values).filter(isCustomName)
  const open = [...importKinds[entity].columns.map(({ name }) => name as string), ...own].filter(
    name =>
      row.problems.some(({ column }) => column === name) ||
      (whole.length > 0 && name === importKinds[entity].key),
  )
  const rest = importKinds[entity].columns.filter(
    ({ name }) => !open.includes(name) && (row.values[name] ?? '') !== '',
  )
  return (
    <fieldset className="form-section">
      <legend>{t('imports:fix.line', { line: format.number(row.line), name: rowName(entity, row) })}</legend>
      {whole.map((problem, index) => (
        <p key={index} className="field-error">
          {problemWord(t, problem)}
        </p>
      ))}
      <div className="fix-cells">
        {open.map(column => (
          <Cell
            key={column}
            row={row}
            column={column}
            typed={typed}
            offersAll={column !== importKinds[entity].key && repeats(column, row.values[column] ?? '')}
          />
        ))}
      </div>
      {rest.length > 0 ? (
        <p className="field-help">
          {rest.map(({ name }) => `${columnLabel(t, name)}: ${row.values[name] ?? ''}`).join(' · ')}
        </p>
      ) : null}
    </fieldset>
  )
}

function Cell({
  row,
  column,
  typed,
  offersAll,
}: {
  row: ImportRow
  column: string
  typed: FixRowProps['typed']
  offersAll: boolean
}) {
  const { t } = useShell()
  const at = `${row.line}.${column}`
  const id = `c-${row.line}-${column}`
  const was = row.values[column] ?? ''
  const error =
    row.problems
      .filter(problem => problem.column === column)
      .map(problem => problemWord(t, problem))
      .join(' ') || undefined
  const control = {
    name: `cell.${at}`,
    defaultValue: typed?.[`cell.${at}`] ?? was,
    maxLength: MAX_CELL,
    spellCheck: false,
    autoComplete: 'off',
    ...describe({ id, error }),
  }
  return (
    <div>
      <Field id={id} label={columnLabel(t, column)} error={error}>
        {was.includes('\n') ? <TextArea {...control} rows={2} /> : <Input type="text" {...control} />}
      </Field>
      <input type="hidden" name={`was.${at}`} value={was} />
      {offersAll ? (
        <Check
          name={`same.${at}`}
          value="1"
          defaultChecked={typed?.[`same.${at}`] === '1'}
          label={
            was === ''
              ? t('imports:fix.same_empty')
              : t('imports:fix.same', { value: was.length > 40 ? `${was.slice(0, 40)}…` : was })
          }
        />
      ) : null}
    </div>
  )
}
