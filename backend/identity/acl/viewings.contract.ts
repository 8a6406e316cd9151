/** Viewing as another user, on the wire. */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { id, instant } from '../../platform/contract/primitives'

export const viewAsPath = (user: string): string => `/api/users/v1/user/${user}/view-as`
export const viewAsInput = z.strictObject({ reason })
export const viewAsAnswer = z.object({ user: z.object({ _id: id, name: z.string() }), until: instant })
export const endViewingPath = '/api/users/v1/viewing-end'

export const MOST_VIEWINGS = 50
/** Who looked at pages as oneself: the last 90 days, newest first. */
export const viewingsPath = '/api/users/v1/viewings'
export const viewings = z.object({
  viewings: z
    .array(
      z.object({
        _id: id,
        viewer: z.string(),
        reason: z.string(),
        started_at: instant,
        /** When it ended; while it goes on, when it will at the latest. */
        until: instant,
      }),
    )
    .max(MOST_VIEWINGS),
})
