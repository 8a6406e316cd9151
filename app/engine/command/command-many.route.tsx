/** `/slots/do/lock?selected=…`: a command over the rows that the address names. */
import { useActionData, useLoaderData } from '@remix-run/react'
import { resources } from '../../resources/index'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { actionAt, resourceAt } from '../resource-at.server'
import { Command } from './command'
import type { CommandData } from './command-page.server'
import { loadCommand, performCommand } from './command.server'

const rule = (args: RouteArgs) =>
  ({ all: [resourceAt(args).contract.permissions.list, actionAt(args).permission] }) as const

export const loader = guarded(rule, loadCommand)

export const action = guarded(rule, performCommand)

export default function CommandOverMany() {
  const data = useLoaderData() as CommandData
  const answered = useActionData() as CommandData | undefined
  return <Command resource={resources[data.name]} data={answered ?? data} />
}
