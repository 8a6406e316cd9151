import type { ReactNode } from 'react'
import type { SlotStatusAnswer } from '../../../backend/estate/orders/control.contract'
import { codeWord } from '../slots/answer-code'
import { hasAft, isCommandable } from '../../../backend/estate/slots/protocols.contract'
import { useShell } from '../../console/shell-context'
import { when } from '../../console/when'
import { Alert } from '../../ui/alert'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { OrderForm } from '../../engine/form/order-form'
import type { Answered } from '../../engine/form/orders.server'
import { RecordLink } from '../../engine/components/record-link'

const deliveryMarks = { pending: 'info', confirmed: 'good', refused: 'bad', no_answer: 'warn' } as const
const aftMarks = { registered: 'good', ready: 'info', pending: 'warn', not_registered: 'muted' } as const

export function SlotFacts({ slot }: { slot: SlotStatusAnswer }) {
  const shell = useShell()
  const { t, format, can } = shell
  const fact = (key: string, value: ReactNode, wide = false) => ({
    key,
    label: t(`control:fields.${key}`),
    value: value ?? '–',
    wide,
  })
  /** What only an order has, of a slot that got one. */
  const known = (key: string, value: ReactNode) => (value === null ? [] : [fact(key, value)])
  const money =
    slot.credits === null
      ? null
      : format.money({ ...slot.denomination, minor: slot.credits * slot.denomination.minor })
  return (
    <>
      <Section title={t('control:sections.machine')}>
        <Facts
          items={[
            fact('status', t(`slots:status.${slot.status}`)),
            fact('protocol', slot.protocol),
            fact(
              'delivery',
              slot.lock_delivery === null ? (
                t('control:never_told')
              ) : (
                <Status mark={deliveryMarks[slot.lock_delivery]}>
                  {t(`slots:lock_delivery.${slot.lock_delivery}`)}
                </Status>
              ),
            ),
            ...known(
              'answer_code',
              slot.lock_answer_code === null ? null : codeWord(t, slot.lock_answer_code),
            ),
            ...known('ordered_by', slot.lock_ordered_by),
            ...known('ordered_at', slot.lock_ordered_at === null ? null : when(slot.lock_ordered_at, shell)),
            ...known('lock_reason', slot.lock_reason),
            fact('credits', slot.credits === null ? null : `${format.number(slot.credits)} (${money ?? ''})`),
            fact(
              'door',
              slot.door === null ? (
                t('control:unknown')
              ) : (
                <>
                  <Status mark={slot.door === 'open' ? 'bad' : 'good'}>
                    {t(`control:door.${slot.door}`)}
                  </Status>{' '}
                  {slot.door_at === null ? null : when(slot.door_at, shell)}
                </>
              ),
            ),
            fact(
              'location',
              <RecordLink to="locations" id={slot.location._id}>
                {slot.location.name}
              </RecordLink>,
            ),
            fact(
              'smib',
              slot.smib === null ? (
                t('control:no_board')
              ) : can('smib::list') ? (
                <a className="link font-mono" href={`/advanced/smib/control/${slot.smib._id}`}>
                  {slot.smib.name}
                </a>
              ) : (
                <span className="font-mono">{slot.smib.name}</span>
              ),
            ),
            fact('last_message', slot.last_seen_at === null ? null : when(slot.last_seen_at, shell)),
          ]}
        />
      </Section>
      <Section title={t('control:sections.aft')}>
        <Facts
          items={[
            fact(
              'aft_status',
              slot.aft_status === null ? (
                t('control:unknown')
              ) : (
                <Status mark={aftMarks[slot.aft_status]}>{t(`control:aft_status.${slot.aft_status}`)}</Status>
              ),
            ),
            fact(
              'asset_no',
              slot.asset_no === null ? null : <span className="font-mono">{slot.asset_no}</span>,
            ),
            fact(
              'aft_asset_no',
              slot.aft_asset_no === null ? null : <span className="font-mono">{slot.aft_asset_no}</span>,
            ),
            fact(
              'aft_pos_id',
              slot.aft_pos_id === null ? null : <span className="font-mono">{slot.aft_pos_id}</span>,
            ),
            fact('aft_at', when(slot.aft_at, shell)),
          ]}
        />
      </Section>
    </>
  )
}

/**
 * Warnings that an operator must know before believing the page: a SMIB without contact, a slot that has not done
 * what is ordered.
 */
export function SlotNotices({
  slot,
  here,
  formKey,
  answered,
}: {
  slot: SlotStatusAnswer
  here: string
  formKey: string
  answered: Answered | undefined
}) {
  const { t, format, now, can } = useShell()
  const deaf =
    slot.smib === null
      ? 'no_board'
      : slot.state === 'never'
        ? 'never'
        : slot.state === 'offline'
          ? 'offline'
          : null
  const waiting = slot.lock_delivery === 'pending' || slot.lock_delivery === 'no_answer'
  const kind = slot.status === 'locked' ? 'lock' : 'unlock'
  const mismatch = slot.aft_asset_no !== null && slot.asset_no !== String(slot.aft_asset_no)
  return (
    <>
      {slot.archived_at === null ? null : (
        <Alert tone="warn" className="mb-2" title={t('control:notices.archived')} />
      )}
      {slot.archived_at !== null ? null : !isCommandable(slot.protocol) ? (
        <Alert
          tone="warn"
          className="mb-2"
          title={t('control:notices.no_downlink', { protocol: slot.protocol })}
        />
      ) : hasAft(slot.protocol) ? null : (
        <Alert
          tone="info"
          className="mb-2"
          title={t('control:notices.no_aft', { protocol: slot.protocol })}
        />
      )}
      {deaf && isCommandable(slot.protocol) ? (
        <Alert
          tone="warn"
          className="mb-2"
          title={t(`control:notices.${deaf}`, {
            age: slot.last_seen_at === null ? '' : format.age(slot.last_seen_at, now),
          })}
        >
          <p>{t(waiting ? `control:notices.${kind}_waits` : 'control:notices.deaf')}</p>
        </Alert>
      ) : slot.lock_delivery === 'pending' ? (
        <Alert
          tone="info"
          className="mb-2"
          title={t(`control:ordered_of.${kind}`, {
            by: slot.lock_ordered_by ?? '–',
            time: slot.lock_ordered_at === null ? '–' : format.dateTime(slot.lock_ordered_at),
          })}
        >
          {slot.lock_answer_code === null ? null : (
            <p>{t('control:why', { why: codeWord(t, slot.lock_answer_code) })}</p>
          )}
        </Alert>
      ) : slot.lock_delivery === 'no_answer' ? (
        <Alert tone="warn" className="mb-2" title={t(`control:notices.${kind}_unanswered`)}>
          <p>{t(`control:notices.${kind}_waits`)}</p>
        </Alert>
      ) : null}
      {slot.lock_delivery === 'refused' ? (
        <Alert tone="bad" className="mb-2" title={t(`control:notices.${kind}_refused`)}>
          {slot.lock_answer_code === null ? null : (
            <p>{t('control:why', { why: codeWord(t, slot.lock_answer_code) })}</p>
          )}
          {can(`slot::${kind}`) && slot.archived_at === null ? (
            <OrderForm
              intent="tell_again"
              submit={t('control:tell_again')}
              fields={[]}
              answered={answered}
              formKey={formKey}
              action={here}
              checkHref={here}
            />
          ) : null}
        </Alert>
      ) : null}
      {mismatch ? (
        <Alert
          tone="warn"
          className="mb-2"
          title={t('control:notices.asset_mismatch', {
            own: slot.asset_no ?? '–',
            machine: slot.aft_asset_no,
          })}
        />
      ) : null}
    </>
  )
}
