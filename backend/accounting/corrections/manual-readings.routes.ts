import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { Db } from '../../platform/db/database'
import { runExclusively, withUnrestrictedDb } from './exclusive-edit'
import type { Scope } from '../../platform/request/actor'
import {
  manualPreviewBody,
  manualBody,
  manualPaths,
  manualPreview,
  manualReadingsContract,
} from './manual-readings.contract'
import { manualReadingsStore } from './manual-readings.store'
import { demandInSight, enterReading, previewReading, revertReading } from './manual-readings.service'
import { revertEndpoint } from './revert-edits'

const { family, actions, row } = manualReadingsContract
const { permission } = actions.take_back

type Named = { db: Db; scope: Scope; now: number; body: { slot: string; at?: number | undefined } }
const named = (context: Named) => demandInSight(context, context.body)

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
      body: manualPreviewBody,
      response: z.object({ preview: manualPreview }),
      reads: true,
      refuses: [409],
    },
    async context => ({
      preview: await previewReading(await withUnrestrictedDb(context, named), context.body),
    }),
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
      runExclusively(context, named, async who => ({
        'manual-reading': await manualReadingsStore.get(
          who.db,
          who.scope,
          await enterReading(who, { ...who.body, kind: 'reading' }),
          who.now,
        ),
      })),
  )
  revertEndpoint(api, {
    path: manualPaths.revert,
    family,
    summary: 'Take back a reading that a person entered, as long as its day is not sealed',
    permission,
    edit: manualReadingsStore.get,
    revert: revertReading,
    over: 'taken_back',
  })
}
