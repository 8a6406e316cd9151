/** An address names a group without its type; its page stands with the groups of its type. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { entityType } from '../../../backend/estate/entity-groups/entity-groups.contract'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { groupPages } from './group-pages'

const answer = z.looseObject({ entity_group: z.looseObject({ entityType }) })

export const loader = guarded({ any: groupPages.map(({ rule }) => rule) }, async ({ api, params }) => {
  const id = idOf(params)
  const { entity_group } = await api.call('GET', `/api/configuration/v1/get-entity-group/${id}`, {
    schema: answer,
  })
  return redirect(
    `${groupPages.find(({ type }) => type === entity_group.entityType)?.path ?? groupPages[0].path}/${id}`,
  )
})
