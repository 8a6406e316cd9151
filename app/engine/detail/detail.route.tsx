/** `/slots/<id>` is a record; `/slots/lock` is a command over the rows that its address names, `/slots/edit-many` a form for all of them. */
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { resources } from '../../resources/index'
import type { ResourceName } from '../../resources/names'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import type { PermissionRule } from '../../../backend/contract/permissions'
import { loadCommand, performCommand, type CommandData } from '../command/command.server'
import { loadDetail, type DetailData } from './detail.server'
import { manyFields } from '../bulk/many'
import {
  editMany,
  loadEditMany,
  loadManyJob,
  stepMany,
  type EditManyData,
  type ManyJobData,
} from '../bulk/many.server'
import { Command } from '../command/command'
import { DetailPage } from './detail-page'
import { ManyForm } from '../bulk/many-form'
import { ManyJobPage } from '../bulk/many-job'
import { actionAt, idOf, resourceAt } from '../resource-at.server'

type At = { url: URL; params: Readonly<Record<string, string | undefined>> }
type PageData = DetailData | CommandData | EditManyData | ManyJobData

const isCommand = (args: At) => resourceAt(args).actions.some(action => action.name === args.params.id)
const isEditOfMany = (args: At) =>
  args.params.id === 'edit-many' &&
  resourceAt(args).contract.permissions.update !== undefined &&
  manyFields(resourceAt(args)).length > 0
/** A change of many that was begun: its page has the command's address. */
const isJob = (args: At) => args.url.searchParams.has('job') && (isCommand(args) || isEditOfMany(args))

function permissionOf(args: At): PermissionRule {
  const {
    contract: {
      permissions: { list, read, update },
    },
  } = resourceAt(args)
  if (isEditOfMany(args) && update) return { all: [list, update] }
  return isCommand(args) ? { all: [list, actionAt(args).permission] } : read
}

export const loader = guarded<PageData>(permissionOf, asked => {
  const resource = resourceAt(asked)
  if (isJob(asked)) return loadManyJob(asked)
  if (isEditOfMany(asked)) return loadEditMany(asked)
  if (isCommand(asked)) return loadCommand(asked)
  if (resource.rowsOf) throw redirect(`${resource.rowPath}/${idOf(asked.params)}${resource.rowPage}`)
  return loadDetail(asked, resource)
})

export const action = guarded(
  args =>
    isEditOfMany(args)
      ? permissionOf(args)
      : { all: [resourceAt(args).contract.permissions.list, actionAt(args).permission] },
  async asked =>
    isJob(asked)
      ? await stepMany(asked)
      : isEditOfMany(asked)
        ? await editMany(asked)
        : await performCommand(asked),
)

export default function One() {
  const loaded = useLoaderData() as PageData
  const data = (useActionData() as PageData | undefined) ?? loaded
  const resource = resources[data.name]
  if ('editsMany' in data)
    return (
      <>
        <PageHeader title={data.title} />
        <ManyForm resource={resource} data={data} />
      </>
    )
  if ('job' in data) return <ManyJobPage resource={resource} data={data} />
  if ('action' in data) return <Command resource={resource} data={data} />
  return <DetailPage resource={resource} data={data} related={name => resources[name as ResourceName]} />
}
