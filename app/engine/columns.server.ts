/** A person's own columns, kept by the backend (settings family). */
import { z } from 'zod'
import { chosenColumns } from './columns'
import type { Resource } from './define-resource'
import type { Asked } from './resource-at.server'

const path = (resource: Resource) => `/api/settings/v1/page-columns/${resource.name}`
const answer = z.looseObject({ columns: z.array(z.string()).nullish() })

/** The list's own columns when the choice cannot be read: a list without settings is better than none. */
export async function columnsOf({ api }: Pick<Asked, 'api'>, resource: Resource): Promise<string[]> {
  try {
    const { columns } = await api.call('GET', path(resource), { schema: answer })
    return chosenColumns(resource, columns ?? undefined)
  } catch {
    return chosenColumns(resource, undefined)
  }
}

/** An empty list stands for the list's own columns. */
export async function saveColumns({ api }: Pick<Asked, 'api'>, resource: Resource, columns: readonly string[]): Promise<void> {
  await api.call('PUT', path(resource), { body: { columns }, schema: z.unknown() })
}
