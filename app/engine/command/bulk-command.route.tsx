/** `/slots/do/lock?selected=…`: a command over the rows that the address names. */
import { useAnswer, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { actionAt, resourceAt } from '../data/resource-at.server'
import { Command } from './command'
import { loadCommand, performCommand, type Refused } from './command.server'

const rule = (args: RouteArgs) =>
  ({ all: [resourceAt(args).contract.permissions.list, actionAt(args).permission] }) as const

export const loader = guarded(rule, loadCommand)

export const action = guarded(rule, performCommand, { keepsAnswer: true })

export default function CommandOverMany() {
  const data = useLoaded<typeof loader>()
  const answered = useAnswer<Refused>()
  return <Command resource={resources[data.name]} data={{ ...data, ...answered }} />
}
