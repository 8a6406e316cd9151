import type { z } from 'zod'
import { messageEditsContract } from '../../../backend/accounting/corrections/message-edits.contract'
import { useShell } from '../../console/shell-context'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, longText } from '../../engine/fields'
import { CameBy } from '../../workflow/second-person/came-by'
import { PartChange } from './part-change'
import { revertAction } from './revert-action'
import { Effect } from '../repairs/effect'
import { Section } from '../../ui/page'
import { resourcePaths } from '../../addresses/names'

/** Parts of messages that people correct or leave out, with what that moved. */
export const messageEdits = defineResource('message-edits', messageEditsContract, {
  title: 'message_seq_nr',
  named: ({ message_seq_nr, slot }, t) =>
    t('message-edits:named', { nr: String(message_seq_nr), slot: slot.name }),
  state: 'state',
  fields: {
    state: choice({ holds: 'warn', taken_back: 'muted' }),
    bucket: choice({ events: 'info', counters: 'info', slotdata: 'info' }),
    does: choice({ correct: 'info', leave_out: 'warn' }),
    gaming_day: date(),
    cause: longText(),
    taken_back_reason: longText(),
  },
  list: {
    columns: [
      'message_seq_nr',
      'state',
      'bucket',
      'does',
      'slot',
      'location',
      'at',
      'moved',
      'cause',
      'edited_by',
      'created_at',
    ],
    more: ['tenant', 'smib', 'gaming_day', 'taken_back_by', 'taken_back_at', 'taken_back_reason'],
    summary: ['slot', 'bucket', 'state'],
    filters: ['tenant', 'location', 'state', 'bucket', 'does'],
    quiet: ['slot', 'smib'],
  },
  detail: {
    lead: Moved,
    sections: {
      message: [
        'state',
        'bucket',
        'does',
        'slot',
        'location',
        'tenant',
        'smib',
        'message_seq_nr',
        'message_at',
        'at',
        'gaming_day',
      ],
      why: ['cause', 'edited_by', 'created_at', 'taken_back_by', 'taken_back_at', 'taken_back_reason'],
    },
  },
  actions: {
    take_back: revertAction('holds'),
  },
})

function Moved({ row }: { row: z.output<typeof messageEditsContract.row> }) {
  const { t, timeZone } = useShell()
  return (
    <>
      <Section title={t('message-edits:add.change')}>
        <PartChange before={row.before} after={row.after} />
        <p>
          <a
            className="link"
            href={`${resourcePaths['message-edits']}/part?smib=${row.smib._id}&at=${row.message_at}&nr=${row.message_seq_nr}`}
          >
            {t('message-edits:add.all')}
          </a>
        </p>
        <CameBy row={row} />
      </Section>
      <Section title={t('message-edits:moved_then')}>
        <Effect effect={row.effect} zone={timeZone} booked />
      </Section>
    </>
  )
}
