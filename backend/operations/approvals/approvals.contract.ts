/**
 * Requests that wait for a second person, of all kinds: one person asks, another one answers, and only then anything
 * changes.
 */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id, instant, isoDay, money, reference } from '../../platform/contract/primitives'
import { backdatingRequest } from '../../accounting/backdating/backdating.contract'
import {
  answersKind,
  approvalAnswers,
  approvalKinds,
  readsKind,
} from '../../workflow/second-person/approval-kinds.contract'
import { requestActions, requestHead, requestRow } from '../../workflow/second-person/requests.contract'
import { repairEffect } from '../../accounting/repairs/repairs.contract'

export const approvalsReadRule = { any: [...new Set(Object.values(readsKind))] } satisfies PermissionRule
const permission = { any: [...new Set(Object.values(answersKind))] } satisfies PermissionRule

const said = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
/** The sealing or the edit that a request is for; re-openings and repairs show theirs on their own pages. */
const requestedChange = z.object({
  /** Reports as the asker saw them. */
  reports: z.array(id),
  /** Slots whose missing hours and open repairs are accepted. */
  accepted: z.number().int(),
  /** Earlier days that are not closed and get no report of their own by it. */
  left_out: z.array(isoDay),
  message: z
    .object({
      does: z.enum(['omit', 'restore', 'edit', 'take_back']),
      smib: id,
      at: instant,
      message_seq_nr: z.number().int(),
      /**
       * Old and new contents of a part of the message; empty where the part is left out. Null in requests that stored
       * neither.
       */
      shown: z.object({ before: said, after: said }).nullable(),
    })
    .nullable(),
  /** Once it is done: the edit that it made, or took back. */
  edit: id.nullable(),
  /** Which change is set back, and to when. */
  back: backdatingRequest.nullable(),
})
/** The effect of an edit or a decision that was shown with the request; a decision keeps its totals. */
const effect = repairEffect.omit({ state: true })

export const approvalsContract = defineContract({
  family: 'approvals',
  one: 'approval',
  many: 'approvals',
  row: z.object({
    ...requestHead,
    state: z.enum(['waiting', ...approvalAnswers]),
    kind: z.enum(approvalKinds),
    tenant: reference,
    /** Null of a jackpot that is played in all of a tenant's locations. */
    location: reference.nullable(),
    slot: reference.nullable(),
    /** The level's name of a jackpot request. */
    level_name: z.string().nullable(),
    day: isoDay.nullable(),
    through: isoDay.nullable(),
    /** The repair, the re-opening or the jackpot's request; of other kinds the request itself. */
    record: id,
    asked: requestedChange.nullable(),
    /** The amount by which net win would move. */
    moved: money.nullable(),
    effect: effect.nullable(),
    ...requestRow,
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    state: z.enum(['waiting', ...approvalAnswers]),
    kind: z.enum(approvalKinds),
    /** The reader's part: what they may answer, which is never their own, or what they requested. */
    part: z.enum(['answers', 'asked']),
  }),
  sort: ['created_at', 'expires_at', 'location', 'kind', 'asked_by'],
  permissions: { list: approvalsReadRule, read: approvalsReadRule },
  actions: requestActions('/api/approvals/v1/approval', permission),
})
