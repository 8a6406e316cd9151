/** `/slots/do/lock?selected=…`: a command over the rows that the address names. */
import { useLoaderData } from '@remix-run/react'
import { useAnswer } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { actionAt, resourceAt } from '../data/resource-at.server'
import { Command } from './command'
import type { CommandData } from './command-page.server'
import { loadCommand, performCommand, type Refused } from './command.server'

const rule = (args: RouteArgs) =>
  ({ all: [resourceAt(args).contract.permissions.list, actionAt(args).permission] }) as const

export const loader = guarded(rule, loadCommand)

export const action = guarded(rule, performCommand, { keepsAnswer: true })

export default function CommandOverMany() {
  const data = useLoaderData() as CommandData
  const answered = useAnswer<Refused>()
  return <Command resource={resources[data.name]} data={{ ...data, ...answered }} />
}
