/** What every kind of correction says on the wire. */
import { z } from 'zod'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { waitingRequest } from '../../workflow/second-person/waiting.contract'
import { repairEffect } from '../repairs/repairs.contract'

/** What moved, or would move. */
export const correctionEffect = repairEffect.omit({ state: true })
export type CorrectionEffect = z.output<typeof correctionEffect>

export const correctionRow = {
  _id: id,
  version: z.number().int(),
  tenant: reference,
  location: reference,
  slot: reference,
  cause: z.string(),
  /** By how much net win moved when it was made. */
  moved: money,
  effect: correctionEffect,
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

/** The request that it came by, and the one to revert it, answered or not. */
export const requestIds = { approval: id.nullable(), back_approval: id.nullable() }

/** Of a preview: the tenant requires a second person, so that a correction is only requested. */
export const secondPerson = z.object({ waiting: waitingRequest.nullable() }).nullable()
