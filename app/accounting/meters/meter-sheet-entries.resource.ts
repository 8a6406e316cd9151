import { sheetEntriesContract } from '../../../backend/accounting/meters/sheets.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, longText } from '../../engine/fields'

/** Readings taken by hand on meter sheets, with the values that were expected then. */
export const meterSheetEntries = defineResource('meter-sheet-entries', sheetEntriesContract, {
  title: 'serial',
  named: ({ slot }) => slot.name,
  state: 'state',
  fields: {
    day: date(),
    state: choice({ agrees: 'good', within: 'good', beyond: 'bad', not_compared: 'muted' }),
    reason: longText(),
  },
  computed: {
    // The row leads to the entry; a link in it to the slot would be one inside the other.
    serial: { reads: ['slot'], cell: ({ slot }) => slot.name, csvValue: ({ slot }) => slot.name },
  },
  list: {
    columns: [
      'serial',
      'day',
      'location',
      'state',
      'read_in',
      'expected_in',
      'difference_in',
      'read_out',
      'expected_out',
      'difference_out',
      'absolute',
    ],
    more: [
      'read_jackpot',
      'expected_jackpot',
      'difference_jackpot',
      'read_at',
      'entered_by',
      'reason',
      'tenant',
      'created_at',
    ],
    summary: ['day', 'state', 'absolute'],
    filters: ['tenant', 'location', 'state', 'day'],
    quiet: ['slot'],
  },
  detail: {
    sections: {
      reading: ['slot', 'location', 'day', 'read_at', 'entered_by', 'state', 'absolute', 'reason'],
      counters: [
        'read_in',
        'expected_in',
        'difference_in',
        'read_out',
        'expected_out',
        'difference_out',
        'read_jackpot',
        'expected_jackpot',
        'difference_jackpot',
      ],
      record: ['tenant', 'created_at'],
    },
  },
})
