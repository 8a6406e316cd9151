import { z } from 'zod'
import { allows } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { readConfig } from '../../platform/layered-settings/config.service'
import { ownerOf } from '../../platform/layered-settings/owners.service'
import { sasConfigAnswer, sasOrder, sasOrderAnswer, sasSource } from './sas-config.contract'
import { askSmib, lastQuestion } from './sas-config.service'

const path = '/api/configuration/v1/slot-sas-config/:id/type/:type'

export function registerSasConfig(api: Api): void {
  const spec = { path, family: 'configuration', params: z.object({ id, type: sasSource }) } as const
  api.endpoint(
    {
      ...spec,
      method: 'GET',
      permission: 'slot::list',
      response: sasConfigAnswer,
      summary:
        'SAS configuration of a slot: 1 as stored in the database; 2 and 3 with the last answer of its SMIB to a request to save it, or only to show it',
    },
    async ({ db, scope, params }) => {
      const owner = await ownerOf(db, scope, 'slot', params.id)
      return { config: await readConfig(db, owner), question: await lastQuestion(db, params.id, params.type) }
    },
  )
  api.endpoint(
    {
      ...spec,
      method: 'POST',
      permission: 'smib::send_cmd',
      body: sasOrder,
      write: true,
      response: sasOrderAnswer,
      summary:
        'Request it from the SMIB: 2 stores the answer and takes a reason, 3 does neither. The answer comes once the SMIB has fetched the request',
    },
    async ({ db, scope, actor, params, body: { reason }, now }) => {
      const owner = await ownerOf(db, scope, 'slot', params.id)
      if (params.type === '1') throw invalidField('type', 'invalid')
      if (params.type === '2' && !allows(actor.permissions, 'slot::update_config'))
        throw new Problem(403, 'forbidden')
      if (params.type === '2' && reason === undefined) throw invalidField('reason', 'required')
      await askSmib(db, owner, params.type, actor, reason ?? null, now)
      const question = await lastQuestion(db, params.id, params.type)
      if (!question) throw new Problem(404, 'not_found')
      return { question }
    },
  )
}
