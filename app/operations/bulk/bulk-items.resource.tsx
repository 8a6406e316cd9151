import {
  bulkAnswer,
  bulkItemsContract,
  bulkPaths,
  type BulkItem,
} from '../../../backend/operations/bulk/bulk.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice } from '../../engine/fields'
import { computedFields, type Computed } from '../../engine/fields/computed'
import type { RenderContext } from '../../engine/fields/field'
import type { Place } from '../../engine/definition/sub-list'
import { Status } from '../../ui/status'
import { pathOf } from '../../addresses/names'
import { BULK, headingOf, resultMarks, whyOf } from './job-words'
import type { Resource } from '../../engine/definition/resource'

/** "Active → Locked"; an action from before its statuses were stored has the second one alone. */
function statusChange(
  { status_before: before, status_after: after }: BulkItem,
  { t }: RenderContext,
): string {
  if (after === null) return t('engine:many.stays')
  const words = [before ?? [], after].flat().map(status => t(`slots:status.${status}`))
  return words.join(' → ')
}

/** Each slot's outcome, in the order of their turns. */
export const bulkItems = defineResource('bulk-items', bulkItemsContract, {
  title: 'slot',
  named: ({ slot }) => slot.name,
  rowHref: ({ slot }) => `${pathOf('slots')}/${slot._id}`,
  fields: {
    result: choice(resultMarks),
    reason: choice({
      archived: '',
      no_downlink: '',
      already: '',
      maintenance: '',
      credits: '',
      offline: '',
      changed_since: '',
      own_lock: '',
      not_chosen: '',
      gone: '',
    }) as never,
  },
  computed: {
    change: { reads: ['status_before', 'status_after'], cell: statusChange, csvValue: statusChange },
    slot: { reads: ['slot'], mono: true, cell: ({ slot }) => slot.name, csvValue: ({ slot }) => slot.name },
    reason: {
      reads: ['result', 'reason', 'answer_code'],
      cell: (item, { t }) => whyOf(t, item) ?? '–',
      csvValue: (item, { t }) => whyOf(t, item) ?? '',
    },
  },
  list: {
    columns: [
      'slot',
      'result',
      'change',
      'reason',
      'location',
      'credits',
      'last_seen_at',
      'changed_at',
      'answered_at',
    ],
    summary: ['result', 'change', 'location'],
    filters: ['result', 'reason'],
    sort: 'seq',
    searched: false,
    direct: true,
    reads: ['slot'],
  },
  detail: { sections: {} },
})

const willChange: Computed<BulkItem> = {
  reads: ['result'],
  cell: ({ result }, { t }) => (
    <Status mark={result === 'waiting' ? 'info' : resultMarks[result]}>
      {t(`bulk-items:result.${result === 'waiting' ? 'will_change' : result}`)}
    </Status>
  ),
}

/** Before it is confirmed nobody waits for a turn, and nobody has had one. */
export const previewed = (items: Resource): Resource => ({
  ...items,
  fields: { ...items.fields, ...computedFields<BulkItem>(items.fields, { result: willChange }) },
})
export const ofPreview = (columns: readonly string[]) =>
  columns.filter(name => name !== 'changed_at' && name !== 'answered_at')

/** On the page of their job. */
export const bulkItemPlaces: readonly Place[] = [
  {
    path: `${BULK}/:id`,
    at: ({ id }) => ({
      fixed: { job: id },
      about: {
        ask: { path: `${bulkPaths.job}/${id}`, shape: bulkAnswer },
        say: (answer, t) => {
          const title = headingOf(t, bulkAnswer.parse(answer).job)
          return { title, crumbs: { [id]: title }, home: { href: `${BULK}/${id}`, label: title } }
        },
      },
    }),
  },
]
