import { logsContract } from '../../../backend/telemetry/streams/records.contract'
import { choice, longText, mono } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'

/** A SMIB's own log, newest first. */
export const logs = defineStream('logs', logsContract, {
  subject: 'smib',
  period: 'this week',
  fields: {
    level: choice({ error: 'bad', warning: 'warn', info: 'info', debug: 'muted' }),
    source: mono(),
    text: longText(),
  },
  columns: ['level', 'source', 'text', 'smib', 'slot', 'location', 'message_seq_nr'],
  more: ['received_at'],
  summary: ['level', 'text', 'smib'],
  filters: ['level', 'flag', 'tenant', 'location'],
  quiet: ['source', 'slot', 'smib'],
})
