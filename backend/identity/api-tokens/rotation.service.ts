/** Secrets of tokens and webhooks get a successor; for an overlap both hold. */
import type { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { overlapMs, type overlap } from './api-tokens.contract'

/** When the present secret ends; null: at once. */
export const overlapUntil = (chosen: z.output<typeof overlap>, now: number): number | null =>
  chosen === 'none' ? null : now + overlapMs[chosen]

interface Rotated {
  entity: 'api_token' | 'webhook'
  row: { _id: string; name: string; tenant?: { _id: string } | null; starts_with: string }
  /** The first characters of the new secret, which is never stored whole. */
  startsWith: string
  until: number | null
  reason: string
}

export const noteRotation = (
  db: Db,
  actor: Actor,
  { entity, row, startsWith, until, reason }: Rotated,
  now: number,
) =>
  recordChange(
    db,
    actor,
    {
      entity,
      id: row._id,
      tenantId: row.tenant?._id ?? SYSTEM_TENANT,
      action: 'rotate',
      before: { name: row.name, starts_with: row.starts_with },
      after: { name: row.name, starts_with: startsWith, previous_until: until, reason },
    },
    now,
  )
