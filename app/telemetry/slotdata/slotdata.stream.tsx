import { slotDataContract, type SlotDataRow } from '../../../backend/telemetry/streams/records.contract'
import { integer, mono, placeTime, text } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import { editedMark, withMark } from '../messages/edited-mark'
import { messageNumber } from '../messages/message-number'
import { defineStream } from '../../engine/stream/define-stream'

const inOneLine = (data: SlotDataRow['data']) =>
  Object.entries(data)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' · ')
/** All that the SMIB has read, under the names that it gave. */
const members = (): Field<SlotDataRow['data']> => ({
  kind: 'members',
  mono: true,
  // As many as a SMIB likes: over several lines, so that no column leaves the window.
  reads: ['edit'],
  inFile: ['edit'],
  cell: (data, ctx, row) => (
    <span className="block min-w-72 whitespace-normal">{withMark(inOneLine(data) || '–', row, ctx)}</span>
  ),
  csvValue: inOneLine,
})

/** What SMIBs have read of their slots, by interface, last arrived first. */
export const slotdata = defineStream('slotdata', slotDataContract, {
  subject: 'smib',
  fields: {
    interfaceID: mono(),
    serial: mono(),
    game_id: mono(),
    sas_version: text(),
    games: integer(),
    data: members(),
    edit: editedMark(),
    message_seq_nr: messageNumber('sent_at'),
    sent_at: placeTime('time_zone'),
  },
  columns: ['slot', 'serial', 'game_id', 'sas_version', 'games', 'location', 'data'],
  more: ['sent_at', 'smib', 'interfaceID', 'message_seq_nr'],
  summary: ['slot', 'serial', 'game_id'],
  filters: ['flag', 'tenant', 'location'],
  quiet: ['interfaceID', 'slot', 'smib'],
})
