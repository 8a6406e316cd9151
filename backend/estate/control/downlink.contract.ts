/**
 * The way down to SMIBs: POST /api/rawdata/v1/commands/fetch and …/answers. SMIBs ask every few seconds; nothing is
 * pushed.
 */
import { z } from 'zod'
import { id, instant } from '../../platform/contract/primitives'
import { commandKind } from '../orders/control.contract'

export const MAX_SMIBS = 500
export const MAX_ANSWERS = 500

const mac = z
  .string()
  .max(40)
  .transform(text => text.toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{12}$/, 'mac'))

export const fetchRequest = z.object({ smib_ids: z.array(mac).min(1).max(MAX_SMIBS) }).strict()

/**
 * In the order in which they were given. The same command is handed out again until it is answered, so that a lost
 * answer to a fetch loses nothing: a SMIB carries out each `command_id` once. On SAS: lock is long poll 01, unlock 02,
 * AFT registration 73 (00, then 01), the clock 7F.
 */
export const downlinkCommand = z.object({
  command_id: id,
  smib_id: z.string(),
  kind: commandKind,
  input: z.record(z.string(), z.unknown()),
  ordered_at: instant,
  expires_at: instant,
})
export type DownlinkCommand = z.infer<typeof downlinkCommand>
export const fetchAnswer = z.object({ commands: z.array(downlinkCommand) })

export const commandAnswer = z
  .object({
    command_id: id,
    /** busy: received, and done as soon as the game in progress ends; the real answer follows. */
    outcome: z.enum(['done', 'refused', 'busy']),
    /** The slot's answer, as a name or a SAS code: game_in_progress, door_open, not_supported, 93 … */
    code: z
      .string()
      .regex(/^[A-Za-z0-9_]{1,40}$/)
      .optional(),
    data: z
      .record(
        z.string().regex(/^[a-z0-9_]{1,40}$/),
        z.union([z.string().max(200), z.number(), z.boolean(), z.null()]),
      )
      .refine(data => Object.keys(data).length <= 20)
      .optional(),
  })
  .strict()
export type CommandAnswer = z.infer<typeof commandAnswer>

/** Answers are checked one by one, so that a malformed one costs nobody else anything. */
export const answersRequest = z.object({ answers: z.array(z.unknown()).min(1).max(MAX_ANSWERS) }).strict()

/**
 * late: recorded, but its time was up. cancelled: a newer order had replaced it. unknown: no such command of yours, or
 * never handed out.
 */
export const answerVerdict = z.object({
  index: z.number().int(),
  verdict: z.enum(['recorded', 'late', 'duplicate', 'cancelled', 'unknown', 'malformed']),
})
export type AnswerVerdict = z.infer<typeof answerVerdict>
export const answersAnswer = z.object({ verdicts: z.array(answerVerdict) })
