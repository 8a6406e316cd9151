import type { ReactNode } from 'react'
import type { SmibControlAnswer, SmibWarning } from '../../../backend/estate/smibs/smib-control.contract'
import { useShell } from '../../console/shell-context'
import { when } from '../../console/when'
import type { Translate } from '../../i18n/locales'
import { Alert } from '../../ui/alert'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { SlotState } from './slot'
import { RecordLink } from '../../engine/components/record-link'

export function Warnings({ warnings }: { warnings: readonly SmibWarning[] }) {
  const { t, format, now } = useShell()
  if (warnings.length === 0) return null
  return (
    <Alert tone="warn" className="mb-2" title={t('smib-control:warnings.title', { count: warnings.length })}>
      <ul className="list-disc pl-5">
        {warnings.map(warning => (
          <li key={warning.code}>{warningText(t, warning, { format, now })}</li>
        ))}
      </ul>
    </Alert>
  )
}

function warningText(
  t: Translate,
  warning: SmibWarning,
  { format, now }: Pick<ReturnType<typeof useShell>, 'format' | 'now'>,
): string {
  const key = `smib-control:warnings.${warning.code}`
  switch (warning.code) {
    case 'offline':
    case 'stale':
    case 'test_mode':
      return t(key, { age: format.age(warning.since, now) })
    case 'clock_drift':
      return t(warning.ms > 0 ? `${key}_fast` : `${key}_slow`, {
        time: format.duration(Math.abs(warning.ms)),
      })
    case 'gaps':
      return t(key, { count: warning.gaps, messages: format.number(warning.messages) })
    case 'firmware':
      return t(key, { own: warning.own, most: warning.most })
    default:
      return t(key)
  }
}

export function SmibFacts({ control: { smib, slot, last_message: last } }: { control: SmibControlAnswer }) {
  const shell = useShell()
  const { t, format, can } = shell
  const fact = (key: string, value: ReactNode, wide = false) => ({
    key,
    label: t(`smib-control:fields.${key}`),
    value: value ?? '–',
    wide,
  })
  const mode = (isOn: boolean, since: number | null) => (
    <>
      <Status mark={isOn ? 'warn' : 'muted'}>{t(isOn ? 'smib-control:on' : 'smib-control:off')}</Status>
      {isOn && since !== null ? <> {when(since, shell)}</> : null}
    </>
  )
  return (
    <>
      <Section title={t('smib-control:sections.board')}>
        <Facts
          items={[
            fact(
              'firmware',
              smib.firmware === null ? null : <span className="font-mono">{smib.firmware}</span>,
            ),
            fact('network', smib.network),
            fact('last_seen_at', when(smib.last_seen_at, shell)),
            fact(
              'last_message',
              last === null
                ? null
                : t('smib-control:message', {
                    seq: format.number(last.seq),
                    kind: t([`smib-control:message_kinds.${last.kind}`, 'smib-control:message_kinds.other'], {
                      kind: last.kind,
                    }),
                    events: format.number(last.events),
                  }),
            ),
            fact('online_since', when(smib.online_since, shell)),
            fact('test_mode', mode(smib.test_mode, smib.test_mode_since)),
            fact('log_mode', mode(smib.log_mode, smib.log_mode_since)),
            fact(
              'password_changed_at',
              smib.password_changed_at === null
                ? t('smib-control:password_never')
                : when(smib.password_changed_at, shell),
            ),
          ]}
        />
      </Section>
      <Section title={t('smib-control:sections.machine')}>
        <Facts
          items={[
            fact(
              'location',
              <RecordLink to="locations" id={smib.location._id}>
                {smib.location.name}
              </RecordLink>,
            ),
            fact(
              'slot',
              smib.slot === null ? (
                t('smib-control:no_slot')
              ) : can('slot::get') ? (
                <a className="link font-mono" href={`/slot/control/${smib.slot._id}`}>
                  {smib.slot.name}
                </a>
              ) : (
                smib.slot.name
              ),
            ),
            ...(slot === null
              ? []
              : [
                  fact('slot_status', <SlotState state={slot.lock_state} />),
                  fact('credits', slot.credits === null ? null : format.number(slot.credits)),
                  fact('protocol', slot.protocol),
                  fact('unassign_rule', t(`control:rules.${slot.unassign_rule}`)),
                ]),
          ]}
        />
      </Section>
    </>
  )
}
