import { eventsContract } from '../../../backend/rawdata/streams.contract'
import { eventName } from '../../activity/events'
import { choice, flags, integer, linkTo, mono, narrowing, placeTime, text } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import { defineStream } from '../../engine/stream/define-stream'

/** What a code is called; one that nobody listed is shown as it came. */
const nameOfCode: Field<string> = {
  ...text(),
  from: 'code',
  cell: (code, { t }) => eventName(t, code),
  csvValue: (code, { t }) => eventName(t, code),
}

/** `/events` of all that this person may see, `/events/<id>?type=slot` of one. Times where it happened. */
export const events = defineStream('events', eventsContract, {
  subjects: ['tenant', 'location', 'slot', 'smib'],
  period: 'today',
  fields: {
    server_time: placeTime('time_zone'),
    time_zone: text(),
    code: { ...narrowing(mono()), chip: (code, { t }) => `${code} ${eventName(t, code)}` },
    name: nameOfCode,
    severity: choice({ alarm: 'bad', warning: 'warn', info: 'info' }),
    category: choice({
      door: '',
      power: '',
      tilt: '',
      memory: '',
      configuration: '',
      ticket: '',
      reel: '',
      bill: '',
      handpay: '',
      aft: '',
      play: '',
      board: '',
      other: '',
      unknown: '',
    }),
    slot: linkTo('slots'),
    location: linkTo('locations'),
    tenant: linkTo('tenants'),
    smib: linkTo('smibs'),
    message_seq_nr: integer(),
    event_seq_nr: integer(),
    flags: flags({ gap: 'warn', reset: 'info', late: 'muted' }),
  },
  columns: [
    'server_time',
    'code',
    'name',
    'severity',
    'slot',
    'location',
    'smib',
    'message_seq_nr',
    'event_seq_nr',
    'flags',
  ],
  more: ['category', 'tenant', 'time_zone'],
  summary: ['name', 'severity', 'slot'],
  filters: ['severity', 'category', 'tenant', 'location'],
  quiet: ['code'],
  inBackground: true,
})
