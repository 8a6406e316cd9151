/** Options of reference fields: the rows of the other entity that this person may see. */
import { remembered } from '../../api/remembered.server'
import type { Reference } from '../../../backend/platform/contract/primitives'
import type { ListRequest } from '../../../backend/platform/contract/list'
import { resources } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import type { Options } from '../fields/field'
import type { RequestContext } from './resource-at.server'
import { usualReasonsFor } from './usual-reasons.server'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/** As many as a person finds their way in; with more, the control asks what to look for. */
const IN_A_SELECT = 200
const FOUND_AT_MOST = 50
/** A page does not wait longer for a control's options: the value stands without them. */
const PATIENCE_MS = 2_000

export interface Lookup {
  field: string
  /** Chosen now: always among the options. */
  ids: string[]
  find: string
  /** Only what is of this tenant. */
  within?: { tenant: string }
}

/**
 * A filter bar's options stand on every page of a list and change a few times a day: one person's are
 * remembered while they page through it. Forms always ask anew.
 */
const rememberedOptions = remembered<Record<string, Options>>({ max: 2_000, ttl: 15_000 })

/** Whoever saves or archives something finds it so in the filters of the next page. */
export const forgetOptions = (): void => rememberedOptions.clear()

export async function filterOptions(
  ctx: Pick<RequestContext, 'api' | 'can' | 'user'>,
  resource: Resource,
  lookups: Lookup[],
): Promise<Record<string, Options>> {
  const key = JSON.stringify([ctx.user.user_id, resource.name, lookups])
  const known = rememberedOptions.get(key)
  if (known) return known
  const found = await optionsFor(ctx, resource, lookups)
  if (Object.values(found).every(options => !options.absent)) rememberedOptions.set(key, found)
  return found
}

/**
 * By field. Fields without a target have none. A list that cannot be read gives a control without options, not a broken
 * page.
 */
export async function optionsFor(
  ctx: Pick<RequestContext, 'api' | 'can'>,
  resource: Resource,
  lookups: Lookup[],
): Promise<Record<string, Options>> {
  const reasons = lookups.flatMap(({ field, find }) => {
    const kind = resource.fields[field]?.usualReasons
    const listed = async (): Promise<Options> => ({
      list: kind ? (await usualReasonsFor(ctx, kind)).map(word => ({ value: word, label: word })) : [],
      searchable: false,
      find,
    })
    return kind ? [{ field, find, listed }] : []
  })
  const wanted = lookups.flatMap(lookup => {
    const target = resource.fields[lookup.field]?.target
    return target ? [{ ...lookup, other: resources[target as ResourceName] }] : []
  })
  const found = await Promise.all([
    ...wanted.map(
      async ({ other, ...lookup }) =>
        [lookup.field, await withinPatience(optionsOf(ctx, other, lookup), lookup.find)] as const,
    ),
    ...reasons.map(async ({ field, find, listed }) => [field, await withinPatience(listed(), find)] as const),
  ])
  return Object.fromEntries(found)
}

async function optionsOf(
  { api, can }: Pick<RequestContext, 'api' | 'can'>,
  other: Resource,
  { ids, find, within }: Omit<Lookup, 'field'>,
): Promise<Options> {
  if (!can(other.contract.permissions.list)) return { list: [], searchable: false, find }
  const list = api(other.contract).list
  const asking = async (request: Partial<ListRequest>) => {
    const { rows, total } = await list({
      sortBy: [other.title],
      sortDirection: ['ASC'],
      fields: ['_id', other.title, ...(other.under ? [other.under] : [])],
      ...(within ? { exactFields: ['tenant'], exactValues: [[within.tenant]] } : {}),
      ...request,
    })
    return { total, options: rows.map(row => optionOf(other, row as Row)) }
  }
  try {
    const first = await asking(
      find ? { query: find, rowsPerPage: FOUND_AT_MOST } : { rowsPerPage: IN_A_SELECT },
    )
    const searchable = find !== '' || first.total > IN_A_SELECT
    const missing = ids.filter(id => !first.options.some(option => option.value === id))
    const chosen =
      missing.length > 0
        ? (await asking({ rowsPerPage: missing.length, exactFields: ['_id'], exactValues: [missing] }))
            .options
        : []
    return {
      list: [
        ...chosen,
        ...(searchable && !find
          ? first.options.filter(({ value }, index) => index < FOUND_AT_MOST || ids.includes(value))
          : first.options),
      ],
      searchable,
      find,
    }
  } catch {
    return { list: [], searchable: false, find, absent: true }
  }
}

async function withinPatience(options: Promise<Options>, find: string): Promise<Options> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Options>(resolve => {
    timer = setTimeout(() => resolve({ list: [], searchable: false, find, absent: true }), PATIENCE_MS)
  })
  return Promise.race([options, late]).finally(() => clearTimeout(timer))
}

function optionOf(other: Resource, row: Row) {
  const name = String(row[other.title] ?? row._id)
  const under = other.under ? (row[other.under] as Reference | null)?.name : undefined
  return { value: row._id, label: under ? `${name}, ${under}` : name }
}
