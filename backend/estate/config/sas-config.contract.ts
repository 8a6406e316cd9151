/**
 * A slot's SAS configuration by source: 1 the database, 2 the SMIB with save, 3 the SMIB without save (specification,
 * section 4).
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { commandState } from '../orders/control.contract'
import { id, instant } from '../../platform/contract/primitives'
import { config } from '../../platform/layered-settings/config.contract'

export const sasSource = z.enum(['1', '2', '3'])
export type SasSource = z.infer<typeof sasSource>

const value = z.union([z.string(), z.number(), z.boolean()])

/** The last question to the SMIB, and what became of it. */
export const sasQuestion = z.object({
  command_id: id,
  source: sasSource,
  state: commandState,
  asked_at: instant,
  asked_by: z.string(),
  expires_at: instant,
  answered_at: instant.nullable(),
  answer_code: z.string().nullable(),
  /** As the SMIB read it from the slot; null before it answered. */
  values: z.record(z.string(), value).nullable(),
  /** Fields of the answer that no slot can mean: they are not taken. */
  refused: z.array(z.string()),
  saved: z.boolean(),
})
export type SasQuestion = z.infer<typeof sasQuestion>

/** `config`: the values in the database; `question`: null where the SMIB never had a question. */
export const sasConfigAnswer = z.object({ config, question: sasQuestion.nullable() })
/** Stored values may affect money; values that are only shown cannot. */
export const sasOrder = z.object({ reason: reason.optional() }).strict()
export const sasOrderAnswer = z.object({ question: sasQuestion })
