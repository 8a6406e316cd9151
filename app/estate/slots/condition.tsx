/**
 * One column for what a slot or a SMIB is. Whoever glances down a list finds what is wrong in one place, and good is
 * one quiet word.
 */
import type { RowOf } from '../../../backend/platform/contract/contract'
import type { Presence } from '../../../backend/platform/contract/presence'
import type { slotsContract } from '../../../backend/estate/slots/slots.contract'
import type { smibsContract } from '../../../backend/estate/smibs/smibs.contract'
import { choice, wordOf } from '../../engine/fields/choice'
import type { Computed } from '../../engine/fields/computed'
import type { RenderContext } from '../../engine/fields/field'
import { statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import { lockMarks } from './lock-state'

const presenceMarks: Record<Presence, Mark> = {
  online: 'good',
  stale: 'warn',
  offline: 'bad',
  never: 'muted',
}

export const presence = () => choice<Presence>(presenceMarks)

/** One thing that is so: its mark, and the field and value that name it. */
type Finding = readonly [mark: Mark, field: string, value: string]

/** The worst first. What is good is left out as soon as anything else is so. */
const urgency: readonly Mark[] = ['bad', 'locked', 'warn', 'info', 'muted', 'good']

function worstOf(findings: readonly Finding[], ctx: RenderContext): { mark: Mark; word: string } {
  const first = Math.min(...findings.map(([mark]) => urgency.indexOf(mark)))
  const mark = urgency[first] ?? 'good'
  const shown = findings.filter(([own]) => own !== 'good')
  const named = shown.length > 0 ? shown : findings.slice(0, 1)
  const words = [...named]
    .sort(([one], [other]) => urgency.indexOf(one) - urgency.indexOf(other))
    .map(([, field, value]) => wordOf(field, value, ctx))
  return { mark, word: words.join(', ') }
}

const column = <R, Name extends keyof R & string>(
  reads: readonly Name[],
  inFile: readonly Name[],
  values: readonly string[],
  findings: (row: Pick<R, Name>) => readonly Finding[],
): Computed<R> => {
  const status = (row: R, ctx: RenderContext) => worstOf(findings(row as Pick<R, Name>), ctx)
  return {
    reads,
    inFile,
    values,
    status,
    cell: (row, ctx) => {
      const { mark, word } = status(row, ctx)
      return <span className={statusClass(mark)}>{word}</span>
    },
  }
}

/** The slot let the order's time pass without an answer: whether it is locked is unknown until somebody looks. */
const isUnanswered = ({
  lock_state,
  lock_delivery,
}: Pick<RowOf<typeof slotsContract>, 'lock_state' | 'lock_delivery'>) =>
  lock_delivery === 'no_answer' && (lock_state === 'locking' || lock_state === 'unlocking')

/** Silent, locked, with an open door, with meters in doubt, or with an order that it has not confirmed. */
export const slotCondition = (): Computed<RowOf<typeof slotsContract>> =>
  column(
    ['state', 'lock_state', 'lock_delivery', 'door_open_at', 'open_repairs'],
    ['lock_state', 'state', 'door_open_at', 'open_repairs'],
    ['door', 'locking', 'unlocking', 'repair'],
    row => [
      [presenceMarks[row.state], 'state', row.state],
      ...(row.lock_state === 'active'
        ? []
        : [
            isUnanswered(row)
              ? (['warn', 'condition', row.lock_state] as const)
              : ([lockMarks[row.lock_state], 'lock_state', row.lock_state] as const),
          ]),
      ...(row.door_open_at == null ? [] : [['warn', 'condition', 'door'] as const]),
      ...(row.open_repairs > 0 ? [['warn', 'condition', 'repair'] as const] : []),
    ],
  )

/** Silent, or in a mode that nobody should forget. */
export const smibCondition = (): Computed<RowOf<typeof smibsContract>> =>
  column(
    ['state', 'test_mode', 'log_mode'],
    ['state', 'test_mode', 'log_mode'],
    ['test_mode', 'log_mode'],
    row => [
      [presenceMarks[row.state], 'state', row.state],
      ...(row.test_mode ? [['warn', 'condition', 'test_mode'] as const] : []),
      ...(row.log_mode ? [['info', 'condition', 'log_mode'] as const] : []),
    ],
  )
