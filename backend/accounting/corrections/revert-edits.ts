/**
 * The endpoint that reverts an edit: one at a time, with a reason, or a request where a second person has to approve.
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { actionResult } from '../../platform/http/commands'
import type { Db } from '../../platform/db/database'
import { runExclusively } from './exclusive-edit'
import type { Actor, Scope } from '../../platform/request/actor'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

interface RevertEndpoint {
  path: string
  family: string
  summary: string
  permission: PermissionRule
  /** Throws 404 for one that is not there or not in scope. */
  edit(db: Db, scope: Scope, edit: string, now: number): Promise<unknown>
  /** Returns the request that a second person has to answer first; null where one person is enough. */
  ask?(who: Who, edit: string, cause: string): Promise<string | null>
  /** False where it is reverted already. */
  revert(who: Who, edit: string, cause: string): Promise<boolean>
  /** The reason for skipping an edit that is reverted already. */
  over: string
}

export function revertEndpoint(
  api: Api,
  { path, family, summary, permission, over, ...edits }: RevertEndpoint,
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
      const [edit = ''] = context.body.ids
      return runExclusively(
        context,
        ({ db, scope, now }) => edits.edit(db, scope, edit, now),
        async who => {
          const cause = who.body.reason
          const skipped = (why: string) => ({ results: [{ id: edit, outcome: 'skipped', reason: why }] })
          if (await edits.ask?.(who, edit, cause)) return skipped('asked')
          return (await edits.revert(who, edit, cause))
            ? { results: [{ id: edit, outcome: 'done' }] }
            : skipped(over)
        },
      )
    },
  )
}
