import { eventCategories, eventsContract } from '../../../backend/telemetry/streams/streams.contract'
import { eventName } from './events'
import { choice, inWords, money, mono, narrowing } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'
import { editedMark } from '../messages/edited-mark'
import { eventMessageNumber } from '../messages/message-number'
import { eventData, withDetails } from './event-data'

/**
 * `/events` of all that this person may see, `/events/<id>?type=slot` of one. A code that nobody listed is shown as it
 * came.
 */
export const events = defineStream('events', eventsContract, {
  fields: {
    code: { ...narrowing(mono()), chip: (code, { t }) => `${code} ${eventName(t, code)}` },
    name: withDetails(inWords('code', (code, { t }) => eventName(t, code))),
    data: eventData(),
    amount: money(),
    edit: editedMark(),
    message_seq_nr: eventMessageNumber(),
    severity: choice({ alarm: 'bad', warning: 'warn', info: 'info' }),
    category: choice(eventCategories),
  },
  columns: ['code', 'name', 'severity', 'slot', 'location', 'smib', 'message_seq_nr', 'event_seq_nr'],
  more: ['category', 'amount'],
  summary: ['name', 'severity', 'slot'],
  filters: ['severity', 'category', 'flag', 'tenant', 'location'],
  quiet: ['code'],
})
