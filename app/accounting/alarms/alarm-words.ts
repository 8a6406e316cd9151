/** A rule's condition and an alarm's value in words, with their units. */
import type { z } from 'zod'
import type { alarmRulesContract } from '../../../backend/accounting/alarms/alarm-rules.contract'
import type { alarmUnit } from '../../../backend/accounting/alarms/alarms.contract'
import type { Money } from '../../../backend/platform/contract/primitives'
import type { FileCell, FileFormat } from '../../i18n/file-format'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { eventName } from '../../telemetry/events/events'

type RuleRow = z.output<typeof alarmRulesContract.row>
type Condition = Pick<
  RuleRow,
  'watched' | 'code' | 'measure' | 'operator' | 'threshold' | 'amount' | 'window_minutes' | 'window_hours'
>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function amountIn(
  unit: z.output<typeof alarmUnit>,
  currency: string | null,
  value: number,
  format: Pick<Format, 'money' | 'duration' | 'number'>,
): string {
  if (unit === 'min') return format.duration(value * MINUTE_MS)
  return unit === 'minor'
    ? format.money({ minor: value, currency: currency as Money['currency'] })
    : format.number(value)
}

/** In a file, whose columns `unit` and `currency` say of what. */
export const numberIn = (
  unit: z.output<typeof alarmUnit>,
  value: number,
  file: Pick<FileFormat, 'decimal' | 'number'>,
): FileCell => (unit === 'minor' ? file.decimal(value, 2) : file.number(value))

/** "Coin in ≥ 500.00 RON in 6 h" */
export function conditionOf(
  rule: Condition,
  { t, format }: { t: Translate; format: Pick<Format, 'money' | 'duration' | 'number'> },
): string {
  const sign = rule.operator === 'at_least' ? '≥' : '≤'
  if (rule.watched === 'silence')
    return t('alarm-rules:condition.silence', {
      limit: `${sign} ${format.duration((rule.threshold ?? 0) * MINUTE_MS)}`,
    })
  const isEvent = rule.watched === 'event'
  const limit = rule.amount ? format.money(rule.amount) : format.number(rule.threshold ?? 0)
  return t('alarm-rules:condition.sum', {
    what: isEvent ? eventName(t, rule.code ?? '') : t(`alarm-rules:measure.${rule.measure}`),
    limit: `${sign} ${limit}`,
    window: format.duration(
      isEvent ? (rule.window_minutes ?? 0) * MINUTE_MS : (rule.window_hours ?? 0) * HOUR_MS,
    ),
  })
}
