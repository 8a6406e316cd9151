/** What a rule that is being typed would have found, by what is stored. Nothing is written. */
import { z } from 'zod'
import { currency, instant, reference } from '../../platform/contract/primitives'
import { alarmUnit } from './alarms.contract'

export const alarmPreviewPath = '/api/alarms/v1/alarm-rule-preview'

/** Of more slots than this, the first by serial number are looked at. */
export const MOST_PREVIEWED_SLOTS = 200
/** Shown of what was found, the newest first. */
export const MOST_SHOWN = 20

export const alarmPreview = z.object({
  from: instant,
  to: instant,
  /** Looked at, and how many the rule is about. */
  slots: z.number().int(),
  of: z.number().int(),
  /** How often it would have fired, and on how many slots. */
  count: z.number().int(),
  on: z.number().int(),
  /** More was stored than a preview reads: it begins at `from` all the same, and ends earlier than `to`. */
  cut: z.boolean(),
  /** Of silences: those that were recorded are at least as long as what counts as offline there. */
  recorded_only: z.boolean(),
  unit: alarmUnit,
  currency: currency.nullable(),
  rows: z
    .array(
      z.object({
        slot: reference,
        location: reference,
        since: instant,
        fired_at: instant,
        /** Null: it would be open now. */
        cleared_at: instant.nullable(),
        value: z.number().int(),
      }),
    )
    .max(MOST_SHOWN),
})
export type AlarmPreview = z.output<typeof alarmPreview>
