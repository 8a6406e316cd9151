import { z } from 'zod'
import { manyJob, manyPaths, manyRule, type ManyJob } from '../../../backend/contract/many'
import type { PermissionRule } from '../../../backend/contract/permissions'
import type { PlainAsk } from '../list/plain.server'
import { notFound, resourceAt } from '../resource-at.server'

const answerShape = z.looseObject({
  rows: z.array(manyJob),
  total: z.number().int(),
  as_of: z.number().int(),
})

/** Lists that nothing can be done to in bulk have no such page. */
export function mayReadPast(args: { url: URL }): PermissionRule {
  const rule = manyRule(resourceAt(args).contract)
  if (!rule) throw notFound()
  return rule
}

export const askPast: PlainAsk<ManyJob> = (asked, body) =>
  asked.api.call('POST', manyPaths(resourceAt(asked).contract).past, {
    body,
    write: false,
    schema: answerShape,
  })
