/** Deleting is a page: GET says what stands in the way, POST deletes. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { pathsOf, usesAnswer } from '../../../backend/platform/contract/contract'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import { ApiError } from '../../api/api-error'
import { resourceOfList, resources } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import { failureOf } from '../data/failure.server'
import type { FormState } from '../form/form.server'
import { titleOf } from '../render/render-context'
import { idOf, resourceAt, type RequestContext } from '../data/resource-at.server'
import { demandKeyed } from '../../session/form.server'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export interface DeleteData {
  name: ResourceName
  title: string
  crumbs: Record<string, string>
  id: string
  back: string
  /** Lists that have rows which refer to it. `shown`: this person may open the list. */
  uses: { name: ResourceName; filter: string; count: number; archived: number; shown: boolean }[]
  /** A rule of the entity's own that forbids it: key of its text. */
  forbiddenBy: string | null
  state: FormState
}

/** Of a refused one; what stands in the way is read anew. */
export type DeleteRefused = Pick<FormState, 'failure'> & Partial<Pick<FormState, 'key'>>

/** Only entities whose contract says so can be deleted. */
export function mayDelete(args: { url: URL }): PermissionRule {
  const { permissions } = resourceAt(args).contract
  if (!permissions.delete) throw redirect('/error/error-v1')
  return { all: [permissions.read, permissions.delete] }
}

export async function loadDelete(ctx: RequestContext): Promise<DeleteData> {
  const resource = resourceAt(ctx)
  const id = idOf(ctx.params)
  const [row, { uses, kept }] = await Promise.all([
    ctx.api(resource.contract).get(id) as Promise<Row>,
    ctx.api.call('GET', `${pathsOf(resource.contract).uses}/${id}`, { schema: usesAnswer }),
  ])
  const name = titleOf(resource, row, ctx)
  return {
    name: resource.name,
    title: ctx.t('engine:delete.title', { name }),
    crumbs: { [id]: name },
    id,
    back: `${resource.path}/${id}`,
    uses: uses.flatMap(({ list, ...use }) => {
      const other = resourceOfList(list)
      return other ? [{ ...use, name: other.name, shown: canOpen(ctx, other) }] : []
    }),
    forbiddenBy: kept === null ? null : `errors:codes.${kept}`,
    state: {
      typed: {},
      problems: {},
      options: {},
      version: Number(row.version),
      key: randomUUID(),
      failure: null,
      base: null,
      conflict: null,
    },
  }
}

const canOpen = ({ can }: RequestContext, { contract }: Resource) => can(contract.permissions.list)

export async function performDelete(
  ctx: RequestContext & { form: FormData; toast: (tone: 'good' | 'warn', text: string) => Promise<void> },
) {
  demandKeyed(ctx.form)
  const resource = resourceAt(ctx)
  const id = idOf(ctx.params)
  const { contract } = resource
  const key = String(ctx.form.get('idempotency_key') ?? '') || randomUUID()
  const row = (await ctx.api(contract).get(id)) as Row
  try {
    await ctx.api.call('POST', `${pathsOf(contract).delete}/${id}`, {
      body: { version: Number(ctx.form.get('version')) },
      schema: z.unknown(),
      idempotencyKey: key,
    })
    await ctx.toast('good', ctx.t('engine:delete.done', { name: titleOf(resource, row, ctx) }))
    return redirect(resources[resource.name].path, 303)
  } catch (error) {
    const failure = failureOf(error)
    // Where the page names what stands in the way, it does so in place of this; after a lost answer the same key goes
    // out again.
    return data<DeleteRefused>(
      { failure, ...(failure.unknown && { key }) },
      { status: error instanceof ApiError ? error.status : 500 },
    )
  }
}
