import { guarded } from '../../session/guard.server'
import { pastListing } from './many-listing'
import { askPast, mayReadPast } from './many-past.server'
import { plainCsv } from '../list/plain.server'
import { resourceAt } from '../resource-at.server'

export const loader = guarded(mayReadPast, asked => {
  const resource = resourceAt(asked)
  return plainCsv(
    asked,
    pastListing(resource),
    askPast,
    asked.t('engine:many.past.title', { list: asked.t(`${resource.name}:title`) }),
  )
})
