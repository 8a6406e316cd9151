/** `/slots/changes/<id>`: one change of many rows, from its preview to what became of each. */
import { useLoaderData } from '@remix-run/react'
import { manyRule } from '../../../backend/contract/many'
import { useAnswer } from '../../console/shell-context'
import { resources } from '../../resources/index'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { notFound, resourceAt } from '../resource-at.server'
import { ManyJobPage } from './many-job'
import { loadManyJob, stepMany, type ManyJobAnswer, type ManyJobData } from './many-job.server'

/** Each of its buttons needs the permission of what it does: the backend asks for that. */
const rule = (args: RouteArgs) => {
  const found = manyRule(resourceAt(args).contract)
  if (!found) throw notFound()
  return found
}

export const loader = guarded(rule, ctx => loadManyJob(ctx))

export const action = guarded(rule, stepMany, { keepsAnswer: true })

export default function ManyJob() {
  const loaded = useLoaderData() as ManyJobData
  const data = { ...loaded, ...useAnswer<ManyJobAnswer>() }
  return <ManyJobPage resource={resources[data.name]} data={data} />
}
