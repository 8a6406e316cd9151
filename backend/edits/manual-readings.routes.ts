import { z } from 'zod'
import { reason } from '../contract/contract'
import { id } from '../contract/primitives'
import type { Api } from '../http/api'
import { actionResult } from '../http/commands'
import { crud } from '../http/crud'
import { alone } from './alone'
import {
  manualAsked,
  manualBody,
  manualPaths,
  manualPreview,
  manualReadingsContract,
} from './manual-readings.contract'
import { manualReadingsStore } from './manual-readings.store'
import { enterReading, previewReading, takeBackReading } from './manual-readings.service'

const { family, actions, row } = manualReadingsContract
const { permission } = actions.take_back

export function register(api: Api): void {
  crud(api, manualReadingsStore)
  api.endpoint(
    {
      method: 'POST',
      path: manualPaths.preview,
      family,
      summary:
        'Where a slot’s meters stood, and what a reading that a person took off it would move; nothing is written',
      permission,
      body: manualAsked,
      response: z.object({ preview: manualPreview }),
      reads: true,
      refuses: [409],
    },
    async ({ db, scope, body, now }) => ({ preview: await previewReading({ db, scope, now }, body) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: manualPaths.add,
      family,
      summary: 'Enter meters that a person read off a slot at a moment: judged as any other reading',
      permission,
      body: manualBody,
      response: z.object({ 'manual-reading': row }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      alone(context, async who => ({
        'manual-reading': await manualReadingsStore.get(
          who.db,
          who.scope,
          await enterReading(who, { ...context.body, kind: 'reading' }),
          who.now,
        ),
      })) as Promise<never>,
  )
  api.endpoint(
    {
      method: 'POST',
      path: manualPaths.takeBack,
      family,
      summary: 'Take back a reading that a person entered, as long as its day is not sealed',
      permission,
      body: z.strictObject({ ids: z.array(id).length(1), reason }),
      response: z.object({ results: z.array(actionResult) }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      alone(context, async who => {
        const [edit = ''] = context.body.ids
        const isDone = await takeBackReading(who, edit, context.body.reason)
        return {
          results: [
            { id: edit, outcome: isDone ? 'done' : 'skipped', ...(!isDone && { reason: 'taken_back' }) },
          ],
        }
      }) as Promise<never>,
  )
}
