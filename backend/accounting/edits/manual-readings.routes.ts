import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/http/actor'
import { alone, seenWhole } from './exclusive-edit'
import {
  manualAsked,
  manualBody,
  manualPaths,
  manualPreview,
  manualReadingsContract,
} from './manual-readings.contract'
import { manualReadingsStore } from './manual-readings.store'
import { demandInSight, enterReading, previewReading, takeBackReading } from './manual-readings.service'
import { takingBack } from './revert-edits'

const { family, actions, row } = manualReadingsContract
const { permission } = actions.take_back

type Named = { db: Db; scope: Scope; now: number; body: { slot: string; at?: number | undefined } }
const named = (asked: Named) => demandInSight(asked, asked.body)

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
    async context => ({ preview: await previewReading(await seenWhole(context, named), context.body) }),
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
      alone(context, named, async who => ({
        'manual-reading': await manualReadingsStore.get(
          who.db,
          who.scope,
          await enterReading(who, { ...who.body, kind: 'reading' }),
          who.now,
        ),
      })),
  )
  takingBack(api, {
    path: manualPaths.takeBack,
    family,
    summary: 'Take back a reading that a person entered, as long as its day is not sealed',
    permission,
    edit: manualReadingsStore.get,
    takeBack: takeBackReading,
    over: 'taken_back',
  })
}
