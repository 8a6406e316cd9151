import { json } from '@remix-run/node'
import { z } from 'zod'
import { guarded } from '../../session/guard.server'

const answer = z.looseObject({
  task: z.looseObject({
    _id: z.string(),
    state: z.string(),
    progress: z.number(),
    progress_note: z.string().nullish(),
  }),
})

/** Asked every two seconds by the progress island; the backend judges who may see the task. */
export const loader = guarded('signed-in', async ({ api, params }) => {
  const { task } = await api.call('GET', `/api/tasks/v1/task/${encodeURIComponent(params.id ?? '')}`, {
    schema: answer,
  })
  return json({ id: task._id, state: task.state, progress: task.progress, note: task.progress_note ?? null })
})
