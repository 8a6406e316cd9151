import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { Db } from '../../platform/db/database'
import { revertEndpoint, runExclusively, withUnrestrictedDb } from './correction-endpoints'
import { makeCorrection } from './corrections.service'
import type { Scope } from '../../platform/request/actor'
import {
  manualPreviewBody,
  manualBody,
  manualPaths,
  manualPreview,
  manualReadingsContract,
} from './manual-readings.contract'
import { manualReadingsStore } from './manual-readings.store'
import { demandInSight, manualReadings, previewReading } from './manual-readings.service'

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
      runExclusively(context, named, async who => {
        const { reason, ...reading } = who.body
        const made = await makeCorrection(manualReadings, who, { ...reading, kind: 'reading' }, reason)
        return { 'manual-reading': await manualReadingsStore.get(who.db, who.scope, made, who.now) }
      }),
  )
  revertEndpoint(api, {
    family,
    permission,
    kind: manualReadings,
    get: manualReadingsStore.get,
    path: manualPaths.revert,
    summary: 'Void a reading that a person entered, as long as its day is not sealed',
  })
}
