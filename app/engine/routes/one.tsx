/** `/slots/<id>` is a record; `/slots/lock` is a command over the rows that its address names. */
import { useActionData, useLoaderData } from '@remix-run/react'
import { resources } from '../../resources/index'
import type { ResourceName } from '../../resources/names'
import { guarded } from '../../session/guard.server'
import { loadCommand, performCommand, type CommandData } from '../command.server'
import { loadDetail, type DetailData } from '../detail.server'
import { Command } from '../parts/command'
import { DetailPage } from '../parts/detail-page'
import { actionAt, resourceAt } from '../resource-at.server'

const isCommand = (args: { url: URL; params: Readonly<Record<string, string | undefined>> }) => resourceAt(args).actions.some(action => action.name === args.params.id)

export const loader = guarded<DetailData | CommandData>(
  args => (isCommand(args) ? { all: [resourceAt(args).contract.permissions.list, actionAt(args).permission] } : resourceAt(args).contract.permissions.read),
  asked => (isCommand(asked) ? loadCommand(asked) : loadDetail(asked, resourceAt(asked))),
)

export const action = guarded(args => ({ all: [resourceAt(args).contract.permissions.list, actionAt(args).permission] }), performCommand)

export default function One() {
  const data = useLoaderData() as DetailData | CommandData
  const answered = useActionData() as CommandData | undefined
  const resource = resources[data.name]
  if ('action' in data) return <Command resource={resource} data={answered ?? data} />
  return <DetailPage resource={resource} data={data} related={name => resources[name as ResourceName]} />
}
