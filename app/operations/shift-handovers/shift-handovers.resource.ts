import type { z } from 'zod'
import { shiftHandoversContract } from '../../../backend/operations/shift-handovers/shift-handovers.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, flag, localTime, longText, mono, timeZone } from '../../engine/fields'
import { SheetOf } from './sheet-parts'

type Row = z.output<typeof shiftHandoversContract.row>
const isWaiting = ({ state }: Row) => state === 'waiting'

/** Sheets of shifts, each with the two people who signed it. */
export const shiftHandovers = defineResource('shift-handovers', shiftHandoversContract, {
  title: 'number',
  state: 'state',
  fields: {
    number: mono(),
    state: choice({ waiting: 'warn', taken_over: 'good', withdrawn: 'muted' }),
    began_at: localTime(),
    time_zone: timeZone(),
    remarks: longText(),
    taken_over_remarks: longText(),
    own: flag(),
    created_at: dateTime(),
  },
  list: {
    columns: ['number', 'location', 'state', 'from', 'to', 'handed_over_by', 'taken_over_by', 'remarks'],
    more: ['taken_over_at', 'taken_over_remarks', 'time_zone', 'tenant'],
    summary: ['location', 'state', 'to'],
    filters: ['tenant', 'location', 'state', 'own'],
  },
  detail: {
    lead: SheetOf,
    sections: {
      shift: ['state', 'location', 'from', 'to', 'time_zone', 'tenant'],
      signatures: [
        'handed_over_by',
        'handed_over_at',
        'remarks',
        'taken_over_by',
        'taken_over_at',
        'taken_over_remarks',
      ],
    },
    links: [
      {
        href: '/operations/shift-handovers/:id/sheet',
        label: 'shift-handovers:sheet.open',
        rule: shiftHandoversContract.permissions.read,
        main: true,
      },
    ],
  },
  form: { sections: { shift: ['location', 'began_at', 'remarks'] } },
  actions: {
    take_over: {
      when: (row: Row) => isWaiting(row) && !row.own,
      why: (row: Row) => (isWaiting(row) ? 'own' : row.state),
      showsRecord: true,
      fields: { taken_over_remarks: longText() },
    },
    withdraw: {
      when: (row: Row) => isWaiting(row) && row.own,
      why: (row: Row) => (isWaiting(row) ? 'foreign' : row.state),
    },
  },
})
