/** Users by permissions: the users that the list of users finds, and of each what the backend says that they may do. */
import { redirect } from '@remix-run/node'
import {
  MATRIX_USERS,
  matrixPath,
  rightsMatrix,
  type RightsMatrix,
} from '../../../../backend/identity/acl/rights-matrix.contract'
import { usersContract } from '../../../../backend/identity/acl/users.contract'
import { attempt, type Failure } from '../../../engine/data/failure.server'
import { filterOptions } from '../../../engine/data/lookup.server'
import type { Options } from '../../../engine/fields/field'
import { readListQuery, withoutEmpty, type ListQuery } from '../../../engine/address/list-query'
import { requestFor } from '../../../engine/data/list.server'
import { pageInReach, readingOf } from '../../../engine/data/paging.server'
import type { RequestContext } from '../../../engine/data/resource-at.server'
import { resources } from '../../../engine/definition/registry'
import type { Notice } from '../../../engine/address/list-spec'

export interface MatrixUser {
  id: string
  name: string
  username: string
  /** Null: of the system. */
  tenant: string | null
  isActive: boolean
  cells: string
}

export interface MatrixShown {
  title: string
  query: ListQuery
  notices: Notice[]
  options: Record<string, Options>
  permissions: string[]
  users: MatrixUser[]
  total: number
  failure: Failure | null
}

export async function loadMatrix(ctx: RequestContext): Promise<MatrixShown> {
  const { url, timeZone, t } = ctx
  const resource = resources.users
  const { list } = resource
  const clean = withoutEmpty(url)
  if (clean !== undefined) throw redirect(clean)
  const own = ['intent', ...list.filters.map(filter => `find.${filter}`)]
  const read = readListQuery(url.searchParams, list, timeZone, readingOf(ctx, own))
  const { query, notices } = withinPage(read.query, read.notices)
  const lookups = list.filters
    .filter(field => query.filters[field] || !list.quiet.includes(field))
    .map(field => ({
      field,
      ids: query.filters[field] ?? [],
      find: url.searchParams.get(`find.${field}`)?.trim().slice(0, 100) ?? '',
    }))
  const [{ value, failure }, options] = await Promise.all([
    attempt(pageInReach(query, notices, one => readUsers(ctx, one))),
    filterOptions(ctx, resource, lookups),
  ])
  const matrix = value ? await attempt(withRights(ctx, value.answer.rows)) : null
  return {
    title: t('users:matrix.title'),
    query: value?.query ?? query,
    notices,
    options,
    permissions: matrix?.value?.permissions ?? [],
    users: matrix?.value?.users ?? [],
    total: value?.answer.total ?? 0,
    failure: failure ?? matrix?.failure ?? null,
  }
}

/** Each user is some two hundred cells: as many users as other lists may have would be a page that no kiosk draws. */
const MOST_USERS = 100

function withinPage(query: ListQuery, notices: Notice[]): { query: ListQuery; notices: Notice[] } {
  if (query.rowsPerPage <= MOST_USERS) return { query, notices }
  const notice = { parameter: 'rowsPerPage', value: String(query.rowsPerPage), reason: 'too_large' } as const
  return { query: { ...query, rowsPerPage: MOST_USERS }, notices: [...notices, notice] }
}

type UserRow = Awaited<ReturnType<typeof readUsers>>['rows'][number]

export const readUsers = ({ api, timeZone }: RequestContext, query: ListQuery) =>
  api(usersContract).list({
    ...requestFor(resources.users, query, timeZone),
    fields: ['_id', 'username', 'full_name', 'tenant', 'state'],
  })

/** At most `MATRIX_USERS` rows. */
export async function withRights(
  { api }: Pick<RequestContext, 'api'>,
  rows: readonly UserRow[],
): Promise<{ permissions: string[]; users: MatrixUser[] }> {
  if (rows.length === 0) return { permissions: [], users: [] }
  const { permissions, users }: RightsMatrix = await api.call('POST', matrixPath, {
    body: { users: rows.map(row => row._id) },
    schema: rightsMatrix,
  })
  const cells = new Map(users.map(user => [user._id, user.cells]))
  return {
    permissions,
    users: rows.flatMap(row => {
      const own = cells.get(row._id)
      return own === undefined
        ? []
        : [
            {
              id: row._id,
              name: row.full_name,
              username: row.username,
              tenant: row.tenant?.name ?? null,
              isActive: row.state === 'active',
              cells: own,
            },
          ]
    }),
  }
}

export const piecesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MATRIX_USERS) }, (_, nr) =>
    rows.slice(nr * MATRIX_USERS, (nr + 1) * MATRIX_USERS),
  )
