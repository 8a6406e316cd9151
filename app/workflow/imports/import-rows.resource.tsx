import { importKinds } from './import-kinds.found'
import { z } from 'zod'
import {
  importRowsContract,
  importsContract,
  type ImportEntity,
  type ImportRow,
} from '../../../backend/workflow/imports/imports.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, text } from '../../engine/fields'
import { computedFields, type Computed } from '../../engine/fields/computed'
import { selectControl } from '../../engine/fields/control'
import type { Field, RenderContext } from '../../engine/fields/field'
import type { Place } from '../../engine/definition/sub-list'
import { Status } from '../../ui/status'
import { changeTexts, columnLabel, kindWord, problemText, rowMarks, stateText } from './import-row'
import { importLists, importPaths, importRule } from './imports.resource'

const cellsOf = (entity: ImportEntity): string[] => importKinds[entity].columns.map(({ name }) => name)
const allCells = [...new Set((Object.keys(importKinds) as ImportEntity[]).flatMap(cellsOf))]

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 1 ? (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  ) : (
    (lines[0] ?? '–')
  )

/** A filter that only a link sets: it is shown, and can be lifted. */
const linked = (word: (value: string, ctx: RenderContext) => string): Field<string> => ({
  ...text(),
  filter: (props, ctx) =>
    selectControl(props, [{ value: props.typed, label: word(props.typed, ctx) }], ctx.t('engine:filter.any')),
  chip: word,
})

/** A cell as the file has it. */
const cell = (column: string): Computed<ImportRow> => ({
  reads: ['values'],
  cell: ({ values }) => values[column] || '–',
  csvValue: ({ values }) => values[column] ?? '',
})

/** Of the column that says which entry is meant: it leads to what the row has made or changes. */
const keyCell = (entity: ImportEntity): Computed<ImportRow> => ({
  ...cell(importKinds[entity].key),
  reads: ['values', 'entity'],
  mono: true,
  cell: ({ values, entity: made }) => {
    const name = values[importKinds[entity].key] ?? ''
    return made ? (
      <a className="link" href={`${importLists[entity]}/${made._id}`}>
        {name || made.name}
      </a>
    ) : (
      name || '–'
    )
  },
})

/** On a phone the line alone would not say which row it is. */
const lineOf = (entity: ImportEntity): Computed<ImportRow> => ({
  reads: ['line', 'values'],
  cell: ({ line, values }, { format }) => {
    const name = values[importKinds[entity].key] ?? ''
    return (
      <>
        {format.number(line)}
        {name ? <span className="sm:hidden"> · {name}</span> : null}
      </>
    )
  },
  csvValue: ({ line }, { file }) => file.number(line),
})

/** The rows of a file in the file's order: what becomes of each, then its cells as they were sent. */
export const importRows = defineResource('import-rows', importRowsContract, {
  title: 'line',
  named: ({ line }) => String(line),
  rowHref: () => null,
  fields: {
    state: choice(rowMarks),
    action: choice({ create: '', update: '' }),
    problem: linked((code, { t }) => kindWord(t, code)),
    column: linked((column, { t }) => columnLabel(t, column)),
  },
  computed: {
    ...Object.fromEntries(allCells.map(column => [column, cell(column)])),
    line: lineOf('slots'),
    state: {
      reads: ['state', 'reason'],
      cell: (row, { t }) => <Status mark={rowMarks[row.state]}>{stateText(t, row)}</Status>,
      csvValue: (row, { t }) => stateText(t, row),
    },
    problems: {
      reads: ['problems', 'values'],
      cell: ({ problems, values }, { t }) => (
        <Lines lines={problems.map(problem => problemText(t, problem, values))} />
      ),
      csvValue: ({ problems, values }, { t }) =>
        problems.map(problem => problemText(t, problem, values)).join(' · '),
    },
    changes: {
      reads: ['changes'],
      cell: (row, { t }) => <Lines lines={changeTexts(t, row)} />,
      csvValue: (row, { t }) => changeTexts(t, row).join(' · '),
    },
  },
  list: {
    columns: ['line', 'state', 'action', 'problems'],
    // Made of the contract's own list; that each has a kind is checked when the program starts.
    more: [...(allCells as never[]), 'changes'],
    summary: ['state', 'problems'],
    filters: ['state', 'action'],
    quiet: ['problem', 'column'],
    sort: 'line',
    direct: true,
    steady: true,
    muted: ({ state }) => state === 'unchanged' || state === 'undone',
    reads: ['state', 'values'],
  },
  detail: { sections: {} },
})

const importAnswer = z.looseObject({ import: importsContract.row })

/** On the page of their import: with the columns of its kind, of which a new entry needs the standard ones. */
export const importRowPlaces: readonly Place[] = (Object.keys(importPaths) as ImportEntity[]).map(entity => ({
  path: `${importPaths[entity]}/:id`,
  at: ({ id }) => {
    const rule = importRule(entity)
    const needed = importKinds[entity].columns.filter(({ required }) => required).map(({ name }) => name)
    return {
      fixed: { import: id },
      columnsOf: `${entity}-import`,
      listRule: rule,
      exportPermission: rule,
      fields: {
        ...importRows.fields,
        ...computedFields<ImportRow>(importRows.fields, {
          line: lineOf(entity),
          [importKinds[entity].key]: keyCell(entity),
        }),
      },
      list: {
        ...importRows.list,
        columns: [...importRows.list.columns, ...needed],
        more: [...cellsOf(entity), 'changes'],
        inFile: cellsOf(entity),
      },
      about: {
        ask: { path: `/api/imports/v1/import/${id}`, shape: importAnswer },
        say: answer => {
          const title = importAnswer.parse(answer).import.file_name
          return {
            title,
            crumbs: { [id]: title },
            home: { href: `${importPaths[entity]}/${id}`, label: title },
          }
        },
      },
    }
  },
}))
