/** `/slots/changes/<id>`: one change of many rows, from its preview to what became of each. */
import { bulkEditRule } from '../../../backend/platform/contract/bulk-edit'
import { useAnswer, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { readChoices } from '../../session/preferences.server'
import { choosePageSize } from '../data/paging.server'
import { notFound, resourceAt } from '../data/resource-at.server'
import { BulkEditJobPage } from './bulk-edit-job'
import { changedList, loadBulkEditJob, stepBulkEdit, type BulkEditJobAnswer } from './bulk-edit-job.server'

/** Each of its buttons needs the permission of what it does: the backend asks for that. */
const rule = (args: RouteArgs) => {
  const found = bulkEditRule(changedList(args).contract)
  if (!found) throw notFound()
  return found
}

export const loader = guarded(rule, ctx => loadBulkEditJob(ctx))

export const action = guarded(
  rule,
  async ctx =>
    readChoices(ctx.form).rowsPerPage ? choosePageSize(ctx, resourceAt(ctx).list) : stepBulkEdit(ctx),
  { keepsAnswer: true },
)

export default function BulkEditJob() {
  const loaded = useLoaded<typeof loader>()
  const data = { ...loaded, ...useAnswer<BulkEditJobAnswer>() }
  return <BulkEditJobPage resource={resources[data.name]} data={data} />
}
