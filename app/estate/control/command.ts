/** A command in words and shapes, for every page that shows one. */
import {
  aftStatusOf,
  type CommandState,
  type MachineCommand,
} from '../../../backend/estate/orders/control.contract'
import { codeWord } from '../slots/answer-code'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'

export const stateMarks: Record<CommandState, Mark> = {
  queued: 'info',
  sent: 'info',
  done: 'good',
  refused: 'bad',
  no_answer: 'warn',
  cancelled: 'muted',
}

export const isOpen = ({ state }: Pick<MachineCommand, 'state'>) => state === 'queued' || state === 'sent'

/** The name of the order. */
export function commandName(t: Translate, { kind, input }: Pick<MachineCommand, 'kind' | 'input'>): string {
  if (kind === 'smib_command')
    return t([
      `control:kinds.smib_${String(input.type)}${input.mode ? `_${String(input.mode)}` : ''}`,
      'control:kinds.smib_command',
    ])
  return t(`control:kinds.${kind}`, { number: input.asset_number, version: input.version })
}

/** Its outcome, in one line. */
export function outcome(t: Translate, command: MachineCommand): string {
  const { state, answer_code: code } = command
  if (state === 'sent')
    return t(code === 'game_in_progress' ? 'control:outcomes.busy' : 'control:outcomes.sent')
  if (state === 'refused')
    return t('control:outcomes.refused', { why: code === null ? t('control:codes.none') : codeWord(t, code) })
  if (state === 'no_answer')
    return t(command.stands ? 'control:outcomes.stands' : 'control:outcomes.no_answer')
  return [
    t(`control:outcomes.${state}`),
    command.late ? t('control:outcomes.late') : '',
    answerWord(t, command),
  ]
    .filter(Boolean)
    .join(' · ')
}

function answerWord(t: Translate, { answer }: MachineCommand): string {
  if (!answer) return ''
  const registration = aftStatusOf[String(answer.registration_status ?? '')]
  if (registration) return t(`control:aft_status.${registration}`)
  if (typeof answer.corrected_ms === 'number')
    return t('control:answers.corrected', { ms: answer.corrected_ms })
  if (typeof answer.resent === 'number')
    return answer.resent === 0
      ? t('control:answers.resent_none')
      : t('control:answers.resent', { count: answer.resent })
  if (typeof answer.firmware === 'string' && answer.firmware !== '')
    return t('control:answers.firmware', { firmware: answer.firmware })
  return ''
}
