import {
  changeRowsContract,
  changeRowsOf,
  bulkEditResult,
  bulkEditPaths,
  type BulkEditRow,
} from '../../../backend/platform/contract/bulk-edit'
import { bulkEditHref, bulkEditTitle, outcomeMarks } from '../../engine/definition/bulk-edit'
import { RowChange } from '../../engine/bulk/row-change'
import { changeText, outcomeWhy } from '../../engine/bulk/row-words'
import { defineResource } from '../../engine/definition/define-resource'
import { choice } from '../../engine/fields'
import { computedFields, type Computed } from '../../engine/fields/computed'
import type { RenderContext } from '../../engine/fields/field'
import type { Place } from '../../engine/definition/sub-list'
import { Status } from '../../ui/status'
import type { Resource } from '../../engine/definition/resource'

/** Each row's outcome of a bulk edit, in the order in which they were chosen. */
export const changeRows = defineResource('change-rows', changeRowsContract, {
  title: 'row',
  named: ({ row }) => row.name,
  fields: { outcome: choice(outcomeMarks) },
  computed: {
    row: { reads: ['row'], mono: true, cell: ({ row }) => row.name, csvValue: ({ row }) => row.name },
    change: { reads: ['outcome', 'was', 'wanted'], cell: () => null, csvValue: () => '' },
  },
  list: {
    columns: ['row', 'outcome', 'change'],
    summary: ['outcome', 'change'],
    filters: ['outcome'],
    sort: 'seq',
    searched: false,
    direct: true,
    reads: ['row'],
  },
  detail: { sections: {} },
})

/** Why a row is refused, what it was and what it becomes are said in the words of its own list. */
const columnsOf = (list: Resource): Record<string, Computed<BulkEditRow>> => ({
  outcome: {
    reads: ['outcome', 'code', 'fields'],
    cell: (item, ctx) => {
      const why = outcomeWhy(list, item, ctx)
      return (
        <>
          <Status mark={outcomeMarks[item.outcome]}>{wordOf(item, ctx)}</Status>
          {why ? `: ${why}` : null}
        </>
      )
    },
    csvValue: (item, ctx) => [wordOf(item, ctx), outcomeWhy(list, item, ctx) ?? []].flat().join(': '),
  },
  change: {
    reads: ['outcome', 'was', 'wanted'],
    cell: item => <RowChange list={list} item={item} />,
    csvValue: (item, ctx) => changeText(list, item, ctx),
  },
})
const wordOf = ({ outcome }: BulkEditRow, { t }: RenderContext) => t(`change-rows:outcome.${outcome}`)

/** On the page of their change: `/slots/changes/<id>`. */
export const changeRowPlaces: readonly Place[] = [
  {
    path: '/:list/changes/:id',
    at: ({ id, list }) => {
      const contract = list && changeRowsOf(list.contract)
      if (!contract) return undefined
      const rule = contract.permissions.list
      return {
        contract,
        fixed: { job: id },
        listRule: rule,
        exportPermission: rule,
        rowPath: list.path,
        rowHref: row => `${list.path}/${row._id}`,
        fields: { ...changeRows.fields, ...computedFields(changeRows.fields, columnsOf(list)) },
        about: {
          ask: { path: `${bulkEditPaths(list.contract).job}/${id}`, shape: bulkEditResult },
          say: (answer, t) => {
            const title = bulkEditTitle(t, list, bulkEditResult.parse(answer).job)
            return {
              title,
              crumbs: { [id]: title },
              home: { href: bulkEditHref(list, { _id: id }), label: title },
            }
          },
        },
      }
    },
  },
]
