import { logsContract } from '../../../backend/telemetry/streams/records.contract'
import { anyOf, choice, longText, mono } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'

/** A SMIB's own log, and of several SMIB by SMIB; newest first. */
export const logs = defineStream('logs', logsContract, {
  subject: 'smib',
  fields: {
    level: choice({ error: 'bad', warning: 'warn', info: 'info', debug: 'muted' }),
    source: mono(),
    text: longText(),
    smib: anyOf('smibs'),
  },
  columns: ['level', 'source', 'text', 'smib', 'slot', 'location', 'message_seq_nr'],
  more: ['received_at'],
  summary: ['level', 'text', 'smib'],
  filters: ['level', 'smib', 'flag', 'tenant', 'location'],
  quiet: ['source', 'slot'],
})
