/**
 * The specification's names for what a list takes in its own words (ruling 52). A contract's `aliases` name them once;
 * here they become members of a request, names of exact filters, and the request in the list's own names, which is all
 * that anybody behind it sees.
 */
import { z } from 'zod'
import { MAX_FILTER_VALUES, type ExactValue } from '../contract/list'

/** Name → filter of the list, or one of these members of its request. */
export type Aliases = Readonly<Record<string, string>>
type Found = [parameter: string, code: string]

interface Taking {
  filters: z.ZodObject
  aliases?: Aliases | undefined
  raw?: boolean
}
interface Filtered {
  exactFields: string[]
  exactValues: ExactValue[]
}

const filterOf = ({ filters }: Taking, name: string): z.ZodType | undefined =>
  Object.hasOwn(filters.shape, name) ? (filters.shape[name] as z.ZodType) : undefined
/** Whose rows of raw data are wanted: one name in all of its lists. */
const aliasesOf = ({ aliases, raw }: Taking): Aliases =>
  raw ? { resourceId: 'id', ...aliases } : (aliases ?? {})
const ownName = (takes: Taking, name: string): string | undefined => {
  const aliases = aliasesOf(takes)
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined
}

/**
 * Members of a request in addition to its own: of a filter one value or several, else what the member of that name
 * takes.
 */
export function aliasMembers(takes: Taking, own: Readonly<Record<string, z.ZodType>>): z.ZodRawShape {
  const members = Object.entries(aliasesOf(takes)).flatMap(([name, meant]) => {
    const filter = filterOf(takes, meant)
    const schema = filter
      ? z.union([filter, z.array(filter).min(1).max(MAX_FILTER_VALUES)]).optional()
      : own[meant]
    if (!schema) throw new Error(`${name} is another name of ${meant}, which its list does not take`)
    return Object.hasOwn(own, name) ? [] : [[name, schema.meta({ description: `As \`${meant}\`` })] as const]
  })
  return Object.fromEntries(members)
}

/** Names that an exact filter may have in addition to those of the filters. */
export const aliasFilters = (takes: Taking): string[] =>
  Object.entries(aliasesOf(takes)).flatMap(([name, meant]) =>
    filterOf(takes, meant) && !filterOf(takes, name) ? [name] : [],
  )

/** A request in the list's own names, what was said twice, and the name that each thing was sent by. */
export function inListNames<Request extends Filtered>(
  given: Request,
  takes: Taking,
): { request: Request; twice: Found[]; sentAs: (name: string) => string } {
  const names = new Map<string, string>()
  const twice: Found[] = []
  const exactFields = given.exactFields.map(name => {
    const meant = filterOf(takes, name) ? undefined : ownName(takes, name)
    if (meant === undefined || !filterOf(takes, meant)) return name
    names.set(meant, name)
    return meant
  })
  const request = { ...given, exactFields, exactValues: [...given.exactValues] } as unknown as Record<
    string,
    unknown
  >
  for (const [name, meant] of Object.entries(aliasesOf(takes))) {
    const value = (given as Record<string, unknown>)[name]
    if (value === undefined || (name === meant && !filterOf(takes, meant))) continue
    const isFilter = filterOf(takes, meant) !== undefined
    if (isFilter ? exactFields.includes(meant) : request[meant] !== undefined) twice.push([name, 'repeated'])
    else if (isFilter) {
      exactFields.push(meant)
      ;(request.exactValues as unknown[]).push(value)
    } else request[meant] = value
    // Whoever asks for columns in those words reads the answer in them, too.
    if (meant !== 'fields') delete request[name]
    names.set(meant, name)
  }
  return { request: request as unknown as Request, twice, sentAs: name => names.get(name) ?? name }
}
