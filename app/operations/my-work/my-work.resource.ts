import { anomalyStates } from '../../../backend/accounting/anomalies/anomalies.contract'
import { repairStates } from '../../../backend/accounting/days/evidence-kinds.contract'
import type { RowOf } from '../../../backend/platform/contract/contract'
import { myWorkContract } from '../../../backend/operations/my-work/my-work.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, sentence } from '../../engine/fields'
import type { Translate } from '../../i18n/locales'
import { recordPath } from '../comments/comments-panel'

type Work = RowOf<typeof myWorkContract>

const named = ({ kind, what }: Pick<Work, 'kind' | 'what'>, t: Translate): string =>
  kind === 'anomaly' ? t(`anomalies:rule.${what}`) : kind === 'repair' ? t(`repairs:kind.${what}`) : what

/** What is open and assigned to whoever is signed in, oldest first. */
export const myWork = defineResource('my-work', myWorkContract, {
  title: 'what',
  named: (row, t) => `${named(row, t)}: ${row.slot.name}`,
  state: 'state',
  rowHref: ({ _id, kind }) => recordPath({ about: kind, record: _id }),
  fields: {
    kind: choice({ anomaly: '', repair: '', 'work-order': '' }),
    state: choice<string>({
      ...Object.fromEntries([...anomalyStates, ...repairStates].map(state => [state, 'warn'])),
      in_progress: 'info',
    }),
    due_on: date(),
  },
  computed: {
    what: {
      reads: ['kind', 'what'],
      cell: (row, { t }) => sentence(named(row, t)),
      csvValue: (row, { t }) => named(row, t),
    },
  },
  list: {
    columns: ['what', 'kind', 'state', 'slot', 'location', 'due_on', 'since'],
    more: ['tenant'],
    summary: ['kind', 'slot', 'due_on'],
    filters: ['tenant', 'location', 'kind'],
    quiet: ['slot'],
    sort: 'since',
    emptyHint: 'my-work:hint',
  },
  detail: { sections: {} },
})
