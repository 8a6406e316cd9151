/**
 * What the bell's buttons send. The answer says what is stored: a script cannot read a redirect
 * (`islands/post-form.ts`).
 */
import { json, redirect } from '@remix-run/node'
import { z } from 'zod'
import { markNotifications } from '../../api/notifications.server'
import { marks, type Marked } from '../../islands/notification-mark'
import { RefusedRequest } from '../../session/form.server'
import { guarded } from '../../session/guard.server'

const sent = z.object({
  mark: z.enum(marks),
  ids: z
    .array(z.string().regex(/^[0-9a-f]{24}$/))
    .min(1)
    .max(1_000),
})

export const loader = guarded('signed-in', () => redirect('/notifications/list'))

export const action = guarded('signed-in', async ({ api, form }) => {
  const read = sent.safeParse({ mark: form.get('mark'), ids: form.getAll('id') })
  if (!read.success) throw new RefusedRequest('bad-request', 400)
  const { mark, ids } = read.data
  return json({ mark, done: await markNotifications(api, mark, ids) } satisfies Marked)
})
