import {
  checkpointKind,
  checkpointsContract,
} from '../../../backend/accounting/checkpoints/checkpoints.contract'
import { streamSubjects } from '../../../backend/platform/contract/stream'
import { mainNames, type MainMeter } from '../../../backend/telemetry/readings/meters.contract'
import { choice, date, duration, integer, money, placeTime, text, thingType } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import { defineStream } from '../../engine/stream/define-stream'

const kind = choice(checkpointKind.options)
const first = ['coin_in', 'coin_out', 'jackpot', 'games_played'] as const

/** The meters of slots at the ends of gaming days, and at moments that somebody chose. */
export const checkpoints = defineStream('checkpoints', checkpointsContract, {
  fields: {
    ...(Object.fromEntries(mainNames.map(name => [name, integer()])) as Record<MainMeter, Field<number>>),
    kind: {
      ...kind,
      // A table writes a choice's word by itself, without what leads on.
      status: undefined,
      // A row's head is its time, which leads nowhere: what was made then has a page.
      cell: (value, ctx, row) => (
        <a className="link" href={`/checkpoint/slot/${String(row?._id ?? '')}`}>
          {kind.cell(value, ctx, row)}
        </a>
      ),
    },
    gaming_day: date(),
    reason: text(),
    made_by: text(),
    reading_time: placeTime('time_zone'),
    reading_age: duration(),
    reading_state: choice({ fresh: '', stale: 'warn' }),
    denomination: money(),
    type: thingType(streamSubjects),
  },
  columns: [
    'kind',
    'gaming_day',
    'slot',
    'location',
    'reading_age',
    'reading_state',
    'denomination',
    ...first,
  ],
  more: [
    'reading_time',
    'reason',
    'made_by',
    'smib',
    'message_seq_nr',
    ...mainNames.filter(name => !(first as readonly string[]).includes(name)),
  ],
  summary: ['slot', 'gaming_day', 'coin_in'],
  filters: ['kind', 'tenant', 'location'],
  quiet: ['type', 'slot', 'smib'],
})
