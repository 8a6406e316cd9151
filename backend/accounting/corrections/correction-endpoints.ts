/** The endpoints of a kind of correction: what it would move, making it, and reverting it. */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Api, EndpointContext } from '../../platform/http/api'
import { actionResult } from '../../platform/http/commands'
import { attemptOf, once } from '../../platform/http/idempotency'
import type { Scope } from '../../platform/request/actor'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import {
  correctionWords,
  type CorrectionKind,
  type CorrectionTable,
  type Corrector,
  type RequestedKind,
} from './correction-kind'
import { previewWithSecond, requestCorrection, requestRevert } from './correction-requests.service'
import { makeCorrection, revertCorrection } from './corrections.service'

type Context = EndpointContext<unknown, unknown, unknown>
type Named<Call extends Context> = (call: Call) => Promise<unknown>

/** Without access rules nothing is hidden from the user, so the work itself finds the row or throws 404. */
const inSight = async <Call extends Context>(context: Call, named: Named<Call>): Promise<void> => {
  if (context.actor.rules) await named(context)
}

/** `named` finds what is corrected among the rows that the user's rules allow, and throws 404 for others. */
export async function withUnrestrictedDb<Call extends Context>(
  context: Call,
  named: Named<Call>,
): Promise<Call & { db: Db }> {
  await inSight(context, named)
  return { ...context, db: context.deps.db }
}

/** As `withUnrestrictedDb`, in one transaction; meanwhile nothing else is booked from the slot's readings. */
export async function runExclusively<Call extends Context>(
  context: Call,
  named: Named<Call>,
  work: (who: Call & { db: Db }) => Promise<unknown>,
): Promise<never> {
  await inSight(context, named)
  return whileNothingIsStored(context.deps, () =>
    once(context.deps, attemptOf(context), db => work({ ...context, db })),
  ) as Promise<never>
}

interface About {
  family: string
  permission: PermissionRule
}
type Get = (db: Db, scope: Scope, id: string, now: number) => Promise<unknown>

interface RequestedEndpoints<Shape extends z.ZodObject, Wanted> extends About {
  kind: RequestedKind<CorrectionTable, Wanted>
  /** Its name in answers. */
  one: string
  get: Get
  row: z.ZodType
  body: Shape
  wantedOf(body: z.output<Shape>): Wanted
  /** Throws 404 for what is not in sight. */
  named(db: Db, scope: Scope, wanted: Wanted): Promise<unknown>
  preview: { path: string; summary: string; response: z.ZodType }
  add: { path: string; summary: string }
}

/** Previews it, and makes it or requests it. */
export function requestedEndpoints<Shape extends z.ZodObject, Wanted>(
  api: Api,
  {
    family,
    permission,
    kind,
    one,
    get,
    row,
    body,
    wantedOf,
    preview,
    add,
    ...found
  }: RequestedEndpoints<Shape, Wanted>,
): void {
  const wantedIn = (sent: unknown) => wantedOf(sent as z.output<Shape>)
  const named = ({ db, scope, body: sent }: { db: Db; scope: Scope; body: unknown }) =>
    found.named(db, scope, wantedIn(sent))
  api.endpoint(
    {
      method: 'POST',
      ...{ path: preview.path, summary: preview.summary },
      family,
      permission,
      body,
      response: z.object({ preview: preview.response }),
      reads: true,
      refuses: [409],
    },
    async context => ({
      preview: await previewWithSecond(
        kind,
        await withUnrestrictedDb(context, named),
        wantedIn(context.body),
      ),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      ...add,
      family,
      permission,
      body: body.extend({ reason }),
      // Either the correction or the id of the request that a second person has to answer first.
      response: z.object({ [one]: row.nullable(), asked: id.nullable() }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      runExclusively(context, named, async who => {
        const why = (who.body as { reason: string }).reason
        const request = await requestCorrection(kind, who, wantedIn(who.body), why)
        if (request) return { [one]: null, asked: request }
        const made = await makeCorrection(kind, who, wantedIn(who.body), why)
        return { [one]: await get(who.db, who.scope, made, who.now), asked: null }
      }),
  )
}

interface RevertEndpoint extends About {
  kind: CorrectionKind
  path: string
  summary: string
  get: Get
}

/** One at a time, with a reason; a request, where a second person has to approve it. */
export function revertEndpoint(
  api: Api,
  { path, family, summary, permission, kind, get }: RevertEndpoint,
): void {
  api.endpoint(
    {
      method: 'POST',
      path,
      family,
      summary,
      permission,
      body: z.strictObject({ ids: z.array(id).length(1), reason }),
      response: z.object({ results: z.array(actionResult) }),
      repeatable: true,
      refuses: [409],
    },
    context => {
      const [correction = ''] = context.body.ids
      return runExclusively(
        context,
        ({ db, scope, now }) => get(db, scope, correction, now),
        async who => ({ results: [await reverted(kind, who, correction, who.body.reason)] }),
      )
    },
  )
}

async function reverted(kind: CorrectionKind, who: Corrector, correction: string, why: string) {
  const { requests, reverted: already } = correctionWords[kind.table]
  const skipped = (because: string) => ({ id: correction, outcome: 'skipped', reason: because }) as const
  if (requests && (await requestRevert(kind as RequestedKind, who, correction, why))) return skipped('asked')
  return (await revertCorrection(kind, who, correction, why))
    ? ({ id: correction, outcome: 'done' } as const)
    : skipped(already)
}
