import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { demandSame } from '../../platform/http/written'
import { explanationInput, meterExplanationsAnswer } from './explanations.contract'
import { explain, explanationsOf } from './explanations.service'
import { machineMetersStore } from './machine-meters.store'
import { meterReadingInput, meterSetupInput, slotMetersAnswer } from './meters.contract'
import { slotOf, readMeters } from './meters.queries'
import { enterReading, saveSetup } from './meters.service'

const family = 'configuration'

export function register(api: Api): void {
  const one = '/api/configuration/v1/slot-machine-meter/:id'
  const idParams = z.object({ id })
  api.endpoint(
    {
      method: 'GET',
      path: '/api/configuration/v1/slot-machine-meters/:slotId',
      family,
      summary: 'Mechanical counters of a slot next to its electronic meters, and how often they were read',
      permission: 'slot::list',
      params: z.object({ slotId: id }),
      response: slotMetersAnswer,
    },
    async ({ db, scope, params }) => ({
      meters: await readMeters(db, await slotOf(db, scope, params.slotId)),
    }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: one,
      family,
      summary: 'The same, by the id of the counters’ setup, which is the slot’s',
      permission: 'slot::list',
      params: idParams,
      response: slotMetersAnswer,
      versioned: 'meters',
    },
    async ({ db, scope, params }) => ({
      meters: await readMeters(db, await slotOf(db, scope, params.id)),
    }),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: one,
      family,
      summary: 'How the counters count: price of an impulse, impulses to a step',
      permission: 'slot::update_meters',
      params: idParams,
      body: meterSetupInput,
      response: slotMetersAnswer,
      write: true,
      versioned: 'meters',
    },
    async ({ db, scope, actor, params, body, version, now }) => {
      demandSame(params, body)
      const slot = await slotOf(db, scope, params.id)
      await saveSetup(db, slot, body, version, actor, now)
      return { meters: await readMeters(db, slot) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${one}/reading`,
      family,
      summary: 'Enter the mechanical counters; a reason is needed when one is lower than before',
      permission: 'slot::enter_meters',
      params: idParams,
      body: meterReadingInput,
      response: slotMetersAnswer,
      write: true,
    },
    async ({ db, scope, actor, params, body, now }) => {
      const slot = await slotOf(db, scope, params.id)
      await enterReading(db, slot, body, actor, now)
      return { meters: await readMeters(db, slot) }
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${one}/explanation`,
      family,
      summary: 'Explanations of why the counters and the meters differ',
      permission: 'slot::list',
      params: idParams,
      response: meterExplanationsAnswer,
    },
    async ({ db, scope, params }) => ({
      explanations: await explanationsOf(db, await slotOf(db, scope, params.id)),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${one}/explanation`,
      family,
      summary: 'Say why they differ, with a code; a comparison that changes later asks for it again',
      permission: 'slot::update_meters',
      params: idParams,
      body: explanationInput,
      response: meterExplanationsAnswer,
      write: true,
      refuses: [409],
    },
    async ({ db, scope, actor, params, body, now }) => {
      const slot = await slotOf(db, scope, params.id)
      await explain(db, slot, body, actor, now)
      return { explanations: await explanationsOf(db, slot) }
    },
  )
  crud(api, machineMetersStore)
}
