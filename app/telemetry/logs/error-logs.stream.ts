import { errorLogsContract } from '../../../backend/telemetry/streams/records.contract'
import { anyOf, choice, longText, mono } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'

/** The lines of a SMIB's log that are errors. */
export const errorLogs = defineStream('error-logs', errorLogsContract, {
  subject: 'smib',
  fields: {
    level: choice({ error: 'bad', warning: 'warn', info: 'info', debug: 'muted' }),
    source: mono(),
    text: longText(),
    smib: anyOf('smibs'),
  },
  columns: ['source', 'text', 'smib', 'slot', 'location', 'message_seq_nr'],
  more: ['level', 'received_at'],
  summary: ['source', 'text', 'smib'],
  filters: ['smib', 'flag', 'tenant', 'location'],
  quiet: ['source', 'slot'],
})
