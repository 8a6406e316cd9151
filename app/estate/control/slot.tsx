/** Controls one machine: its state, its orders and answers, and the forms for further orders. */
import type { LockState } from '../../../backend/estate/orders/control.contract'
import { lockMarks } from '../slots/lock-state'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { CommandWatch } from '../../islands/command-watch-mark'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section, TwoColumns } from '../../ui/page'
import { Status } from '../../ui/status'
import { isOpen } from './command'
import { CommandTable } from './command-table'
import { SlotFacts, SlotNotices } from './slot-facts'
import { SlotForms } from './slot-forms'
import { loadSlotControl, orderSlotControl, type SlotControl } from './slot.server'

export const loader = guarded('slot::get', context => loadSlotControl(context))
export const action = guarded('slot::get', orderSlotControl, { keepsAnswer: true })

export default function SlotControlPage() {
  const loaded = useLoaded<typeof loader>()
  const { title, slot, key } = loaded
  const answered = useAnswer<SlotControl>()?.answered ?? loaded.answered
  const { t, can } = useShell()
  const here = `/slot/control/${slot._id}`
  const open = slot.commands.filter(isOpen)
  return (
    <>
      <PageHeader
        title={title}
        status={
          <>
            <SlotState state={slot.lock_state} />
            <SmibState state={slot.state} />
          </>
        }
        commands={
          <>
            <LinkButton href={here} icon="refresh">
              {t('control:check')}
            </LinkButton>
            {can('slot::list') ? (
              <LinkButton href={`${resourcePaths.slots}/${slot._id}`}>{t('control:to_slot')}</LinkButton>
            ) : null}
          </>
        }
      />
      {open.length > 0 ? (
        <CommandWatch t={t} href={`${here}/open.json`} open={open.map(command => command._id)} here={here} />
      ) : null}
      <SlotNotices slot={slot} here={here} formKey={key} answered={answered} />
      <TwoColumns
        main={<SlotFacts slot={slot} />}
        side={<SlotForms slot={slot} here={here} formKey={key} answered={answered} />}
      />
      <Section title={t('control:history')}>
        {slot.commands.length > 0 ? (
          <>
            <CommandTable caption={t('control:history')} commands={slot.commands} />
            <p className="no-print">
              <a className="link" href={`${here}/commands`}>
                {t('control:commands.all')}
              </a>
            </p>
          </>
        ) : (
          <EmptyState title={t('control:none')} />
        )}
      </Section>
    </>
  )
}

const smibMarks = { online: 'good', stale: 'warn', offline: 'bad', never: 'muted' } as const

export function SlotState({ state }: { state: LockState }) {
  const { t } = useShell()
  return <Status mark={lockMarks[state]}>{t(`slots:lock_state.${state}`)}</Status>
}

export function SmibState({ state }: { state: keyof typeof smibMarks }) {
  const { t } = useShell()
  return <Status mark={smibMarks[state]}>{t(`smibs:state.${state}`)}</Status>
}
