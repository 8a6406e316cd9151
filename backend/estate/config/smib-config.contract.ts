/** SMIBs ask what they are to run. */
import { z } from 'zod'
import { line } from '../../platform/contract/primitives'

/** The version of its firmware that a SMIB says it runs. */
export const firmwareReport = line(1, 30)

/** As many as a gateway speaks for at once. */
export const MAX_SMIBS = 500

const boardId = z
  .string()
  .trim()
  .toLowerCase()
  .max(40)
  .transform(text => text.replace(/[:-]/g, ''))
  .pipe(z.string().regex(/^[0-9a-f]{12}$/, 'mac'))

export const boardConfigRequest = z
  .object({
    boards: z
      .array(
        z
          .object({
            smib_id: boardId,
            /**
             * The configuration that the SMIB runs now, as it last received it; null: none yet. If it is the current
             * one, it acknowledges it.
             */
            config_version: line(1, 32)
              .nullish()
              .transform(value => value ?? null),
            firmware: firmwareReport.optional(),
          })
          .strict(),
      )
      .min(1)
      .max(MAX_SMIBS),
  })
  .strict()

export const boardConfigQuery = z
  .object({ smib_id: boardId, config_version: line(1, 32).optional(), firmware: firmwareReport.optional() })
  .strict()

export const boardConfigAnswer = z.object({
  configs: z.array(
    z.object({
      smib_id: z.string(),
      config_version: z.string(),
      /** Null: the SMIB runs this version already. Secrets in clear: SMIBs need them. */
      values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
    }),
  ),
  /** SMIBs that are not known, archived, or not this token's. */
  unknown: z.array(z.string()),
})
export type BoardConfigAnswer = z.infer<typeof boardConfigAnswer>
