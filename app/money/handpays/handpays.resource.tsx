import type { z } from 'zod'
import { handpaysContract } from '../../../backend/money/handpays/handpays.contract'
import { useShell } from '../../console/shell-context'
import { pathOf } from '../../addresses/names'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, linkTo, longText } from '../../engine/fields'
import { LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'

type Row = z.output<typeof handpaysContract.row>

/** Lists what waits for an attendant, the longest wait first. */
export const handpays = defineResource('handpays', handpaysContract, {
  title: 'slot',
  named: ({ slot }) => slot.name,
  fields: {
    kind: choice({ jackpot: 'info', cancelled_credits: '', unknown: 'muted' }),
    win: linkTo('jackpot-history'),
    since: age(),
    updated_at: age(),
    paid_at: dateTime(),
    remarks: longText(),
  },
  computed: {
    slot: { reads: ['slot'], mono: true, cell: ({ slot }) => slot.name, csvValue: ({ slot }) => slot.name },
  },
  list: {
    columns: ['slot', 'location', 'position', 'amount', 'kind', 'since', 'paid_by', 'win'],
    more: ['tenant', 'paid_at', 'remarks', 'created_at'],
    summary: ['location', 'amount', 'since'],
    filters: ['tenant', 'location', 'kind'],
    quiet: ['slot'],
    sum: 'amount',
    sort: 'since',
  },
  detail: {
    lead: HowItEnds,
    links: [
      {
        href: '/operations/handpays/:id/slip',
        label: 'handpays:slip.open',
        rule: handpaysContract.permissions.read,
        main: true,
      },
    ],
    sections: {
      handpay: ['amount', 'kind', 'since', 'win', 'paid_by', 'paid_at', 'remarks'],
      place: ['location', 'position', 'tenant'],
    },
    optional: ['win', 'paid_by', 'paid_at', 'remarks'],
  },
  actions: {
    confirm: {
      when: ({ win, paid_by }: Row) => win === null && paid_by === null,
      why: ({ win }: Row) => (win ? 'win' : 'paid'),
      fields: { remarks: longText() },
    },
  },
})

/** A win is confirmed on its own page, with its reason; any other handpay here, and it ends at the slot itself. */
function HowItEnds({ row }: { row: Row }) {
  const { t, can } = useShell()
  const { slot, win, paid_by: paidBy } = row
  const how = win ? 'ends_with_win' : paidBy === null ? 'ends_after_payment' : 'ends_with_reset'
  return (
    <Section title={t('handpays:next')}>
      <p className="mb-2">{t(`handpays:${how}`)}</p>
      <div className="no-print flex flex-wrap gap-2">
        {win && can('jackpot::pay') ? (
          <LinkButton
            tone="primary"
            href={`${pathOf('jackpot-history')}/${win._id}/pay?back=${pathOf('handpays')}`}
          >
            {t('handpays:confirm')}
          </LinkButton>
        ) : null}
        {can('slot::list') ? (
          <LinkButton href={`${pathOf('slots')}/${slot._id}`}>{t('handpays:to_slot')}</LinkButton>
        ) : null}
      </div>
    </Section>
  )
}
