import { streamSubjects } from '../../../backend/platform/contract/stream'
import { spanKinds, timelogContract } from '../../../backend/telemetry/streams/records.contract'
import { eventName } from '../events/events'
import { choice, duration, inWords, mono, placeTime, thingType } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'

/** What lasted from when to when: silence, lost power, open doors, handpays. */
export const timelog = defineStream('timelog', timelogContract, {
  fields: {
    kind: choice(spanKinds),
    code: mono(),
    name: inWords('code', (code, { t }) => eventName(t, code)),
    end_time: placeTime('time_zone'),
    duration: duration(),
    state: choice({ open: 'warn', ended: 'good' }),
    type: thingType(streamSubjects),
  },
  columns: ['kind', 'name', 'end_time', 'duration', 'state', 'slot', 'location'],
  more: ['smib', 'code', 'message_seq_nr', 'event_seq_nr'],
  summary: ['kind', 'end_time', 'duration'],
  filters: ['kind', 'flag', 'tenant', 'location'],
  quiet: ['type', 'slot', 'smib'],
})
