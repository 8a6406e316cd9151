import {
  collectorCheckpointsContract,
  notes,
} from '../../../backend/accounting/collections/collector-checkpoints.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, duration, localTime, longText, mono, tally } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import { CollectionFigures } from './collection-figures'

/** The meters of that moment have a page of their own. */
const checkpointLink: Field<string> = {
  kind: 'checkpoint',
  cell: (checkpoint, { t }) => (
    <a className="link" href={`/checkpoint/slot/${checkpoint}`}>
      {t('collector-checkpoints:open_checkpoint')}
    </a>
  ),
  csvValue: checkpoint => checkpoint,
}

/** Cash taken out of a slot and counted, compared with what its bill meter says. */
export const collectorCheckpoints = defineResource('collector-checkpoints', collectorCheckpointsContract, {
  title: 'number',
  state: 'state',
  fields: {
    number: mono(),
    collected_at: localTime(),
    closing_age: duration(),
    closing_state: choice({ fresh: '', stale: 'warn' }),
    checkpoint: checkpointLink,
    counted: tally(notes),
    state: choice({ matches: 'good', short: 'bad', over: 'warn', unknown: 'muted' }),
    unknown_because: choice({ first: '', no_reading: '', meters_fell: '', repriced: '', in_doubt: '' }),
    reason: longText(),
    bag: mono(),
    notes: longText(),
  },
  list: {
    columns: [
      'number',
      'timestamp',
      'location',
      'state',
      'expected',
      'closing_state',
      'actual',
      'difference',
      'bag',
      'collected_by',
    ],
    more: [
      'slot',
      'tenant',
      'opening',
      'closing',
      'closing_at',
      'closing_age',
      'counted',
      'tolerance',
      'unknown_because',
      'reason',
      'notes',
      'created_at',
    ],
    summary: ['state', 'actual', 'difference'],
    filters: ['tenant', 'location', 'state', 'bag'],
    quiet: ['slot'],
    links: [
      {
        href: '/reports/collector-checkpoints/round',
        label: 'collector-checkpoints:round.title',
        rule: collectorCheckpointsContract.permissions.list,
      },
    ],
    sort: '-timestamp',
  },
  detail: {
    lead: CollectionFigures,
    sections: {
      collection: ['state', 'slot', 'location', 'timestamp', 'collected_by', 'bag', 'notes'],
      cash: ['counted', 'actual', 'expected', 'difference', 'tolerance', 'unknown_because', 'reason'],
      meters: [
        'opening',
        'opening_at',
        'closing',
        'closing_at',
        'closing_age',
        'closing_state',
        'checkpoint',
      ],
      record: ['tenant', 'created_at'],
    },
    links: [
      {
        href: '/reports/collector-checkpoints/:id/slip',
        label: 'collector-checkpoints:slip.open',
        rule: collectorCheckpointsContract.permissions.read,
        main: true,
      },
    ],
  },
  form: {
    keepsDraft: true,
    sections: { collection: ['slot', 'collected_at', 'bag'], cash: ['counted', 'reason', 'notes'] },
  },
})
