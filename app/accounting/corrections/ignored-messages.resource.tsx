import type { z } from 'zod'
import { ignoredMessagesContract } from '../../../backend/accounting/corrections/ignored-messages.contract'
import { useShell } from '../../console/shell-context'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText } from '../../engine/fields'
import { CameBy } from '../../workflow/second-person/came-by'
import { Effect } from '../repairs/effect'
import { Section } from '../../ui/page'
import { revertAction } from './revert-action'

/** Messages that somebody ignores, with what that moved. */
export const ignoredMessages = defineResource('ignored-messages', ignoredMessagesContract, {
  title: 'message_seq_nr',
  named: ({ message_seq_nr, slot }, t) =>
    t('ignored-messages:named', { nr: String(message_seq_nr), slot: slot.name }),
  state: 'state',
  fields: {
    state: choice({ ignored: 'warn', restored: 'muted' }),
    cause: longText(),
    restored_reason: longText(),
  },
  list: {
    columns: [
      'message_seq_nr',
      'state',
      'slot',
      'location',
      'at',
      'moved',
      'cause',
      'ignored_by',
      'created_at',
    ],
    more: ['tenant', 'smib', 'readings', 'restored_by', 'restored_at', 'restored_reason'],
    summary: ['slot', 'moved', 'state'],
    filters: ['tenant', 'location', 'state'],
    quiet: ['slot', 'smib'],
  },
  detail: {
    lead: Moved,
    sections: {
      message: ['state', 'slot', 'location', 'tenant', 'smib', 'message_seq_nr', 'at', 'readings'],
      why: ['cause', 'ignored_by', 'created_at', 'restored_by', 'restored_at', 'restored_reason'],
    },
  },
  actions: {
    restore: revertAction('ignored'),
  },
})

function Moved({ row }: { row: z.output<typeof ignoredMessagesContract.row> }) {
  const { t, timeZone } = useShell()
  return (
    <Section title={t('ignored-messages:moved_then')}>
      <Effect effect={row.effect} zone={timeZone} booked />
      <CameBy row={row} />
    </Section>
  )
}
