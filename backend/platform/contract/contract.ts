/**
 * What exists: an entity's names, shapes, filters, sort keys, permissions and commands, once, for backend and console
 * alike.
 */
import { z } from 'zod'
import type { FoundPermission, Permission, PermissionAccess, PermissionRule } from './permissions'
import { MAX_FILTER_VALUES } from './list'
import { id, sentence } from './primitives'

export interface ActionContract {
  permission: PermissionRule
  /** Full path; body is `{ ids: string[], ...input }`, answer `{ results: ActionResult[] }`. */
  path: string
  /** The command's own fields; the ids are extra. */
  input: z.ZodObject
}

export interface ActionResult {
  id: string
  outcome: 'done' | 'skipped'
  /** Why it was skipped: a key of the entity's `skipped.*` texts. */
  reason?: string
}

export interface Contract<
  Row extends z.ZodObject = z.ZodObject,
  Input extends z.ZodObject = z.ZodObject,
  Filters extends z.ZodObject = z.ZodObject,
  Sort extends string = string,
  Actions extends Record<string, ActionContract> = Record<string, ActionContract>,
> {
  /** Path segment after /api: `configuration` → /api/configuration/v1/… */
  family: string
  /** Wire name of one: path segment and key of `data` in the answer. */
  one: string
  /** Wire name of many: the list's path segment. */
  many: string
  row: Row
  /** What create and update accept. Update also takes `version`. */
  input: Input
  /** The specification's names for fields of `input`. */
  inputAliases?: Readonly<Record<string, string>>
  /** Fields of `input` that money depends on: changing one of them takes a reason. */
  reasoned?: readonly (keyof z.output<Input> & string)[]
  /**
   * The field of `input` that says from when a change of others holds: setting such a change back holds from a time of
   * its own.
   */
  holdsFrom?: keyof z.output<Input> & string
  /** Fields of `input` that many rows may be given the same value of at once. */
  bulk?: readonly (keyof z.output<Input> & string)[]
  /** What no share link shows, since it is personal or secret: these columns, or the whole list. */
  confidential?: 'all' | readonly (keyof z.output<Row> & string)[]
  /**
   * Fields of the row that need more than the list's permission: whoever lacks it gets lists and files without
   * them.
   */
  fieldPermissions?: { readonly [Field in keyof z.output<Row> & string]?: PermissionRule }
  /** Shared by all tenants; left out, every row belongs to one. */
  ownedBy?: null
  /**
   * Lists whose rows refer to one of these, each with the filter that takes its id: what is in use cannot be deleted.
   */
  usedBy?: readonly Use[]
  /** Lists whose rows stand in one of these: shown before it is archived. */
  holds?: readonly Use[]
  /** Exact filters, by wire name. */
  filters: Filters
  /**
   * The specification's names for filters, and for `dateStart`, `dateEnd`, `id` and `fields` of its list's requests.
   */
  aliases?: Readonly<Record<string, string>>
  /** The specification's names for `rows` and `total`, in answers to whoever has not chosen `fields`. */
  answerAliases?: { rows: string; total: string }
  /**
   * Its list may be so long that what a search finds is counted as far as the request says (`countUpTo`), by an index.
   */
  countsUpTo?: true
  /** Whitelisted sort keys; `_id` is always allowed and is always the tiebreak. */
  sort: readonly Sort[]
  /** The order of a list that names none; newest id first where it is left out (ruling 32). */
  order?: { by: Sort; direction: 'ASC' | 'DESC' }
  permissions: {
    list: PermissionRule
    read: PermissionRule
    create?: Permission
    update?: Permission
    archive?: Permission
    unarchive?: Permission
    delete?: Permission
  }
  /** Permissions of its own, which no other file lists: `npm run found` adds them to the catalogue. */
  access?: Readonly<Partial<Record<FoundPermission, PermissionAccess>>>
  actions: Actions
  /**
   * Commands, and `create`, whose answer has a secret that can be read this once: `secret`, null when a repeated
   * request is answered as the first time. Such a command takes one record.
   */
  reveals?: readonly string[]
  /** Its lists take `startDate` and `endDate`: the records of that time, as the store's `activeBetween` says. */
  period?: 'active'
  /** Where the specification's paths are the entity's own: `slot/list-entity-groups`. */
  paths?: Paths
}

/** `family/many` of another contract, as both programs know it, and its filter. */
interface Use {
  list: string
  filter: string
}

type Paths = Partial<
  Record<'list' | 'get' | 'create' | 'update' | 'archive' | 'unarchive' | 'delete' | 'uses', string>
>

export type RowOf<C> = C extends { row: infer R extends z.ZodType } ? z.output<R> : never
export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.output<I> : never

type Scalar = string | number | boolean
type WrittenField<C> = keyof RowOf<C> & keyof InputOf<C>
/** Fields of the form whose value is stored as it is, in the column of their name: texts, numbers, dates and flags. */
export type FormField<C> = {
  [Field in WrittenField<C>]: NonNullable<RowOf<C>[Field] | InputOf<C>[Field]> extends Scalar ? Field : never
}[WrittenField<C>]
/** Their columns in the table: a flag is 0 or 1, and whatever the row may leave empty may be null. */
export type FormColumns<C> = { [Field in FormField<C>]: Column<RowOf<C>[Field]> }
type Column<Value> =
  | (NonNullable<Value> extends string ? string : number)
  | (null extends Value ? null : never)

/** Keeps every name a literal type: a misspelt column, filter, sort key or action does not compile. */
export function defineContract<
  Row extends z.ZodObject,
  Input extends z.ZodObject,
  Filters extends z.ZodObject,
  const Sort extends string,
  const Actions extends Record<string, ActionContract>,
>(
  contract: Contract<Row, Input, Filters, Sort & keyof z.output<Row>, Actions> & {
    reveals?: readonly ('create' | (keyof Actions & string))[]
  },
) {
  return contract
}

/** What stands in the way of deleting a record. */
export const usesAnswer = z.object({
  /** How many rows of which list refer to it, found by which of its filters, and how many of them are archived. */
  uses: z
    .array(
      z.object({
        list: z.string(),
        filter: z.string(),
        count: z.number().int(),
        archived: z.number().int(),
      }),
    )
    .max(50),
  /** A rule of the entity's own, by its code. */
  kept: z.string().nullable(),
})
export type UseCount = z.infer<typeof usesAnswer>['uses'][number]

/** So many records are looked at before they are archived: as many values as one filter takes. */
export const MAX_CHECKED = MAX_FILTER_VALUES

/** What is known before records are archived. */
export const archiveCheck = z.object({
  /** How many rows of which list stand in them, found by which of its filters; archived ones are not counted. */
  holds: z.array(z.object({ list: z.string(), filter: z.string(), count: z.number().int() })).max(50),
  /** Those that a rule keeps from being archived now, and its code. */
  blocked: z.array(z.object({ _id: id, code: z.string() })).max(MAX_CHECKED),
})
export type ArchiveCheck = z.infer<typeof archiveCheck>

/** Why somebody did something that money depends on, in their own words. */
export const reason = sentence(3, 200)

/**
 * The specification's paths: POST /many, GET|PUT /one/:id, POST /one, GET /archive/one/:id, POST /unarchive/one/:id;
 * `contract.paths` names those that differ.
 */
export const pathsOf = (contract: Pick<Contract, 'family' | 'one' | 'many' | 'paths'>) => {
  const base = `/api/${contract.family}/v1`
  const one = `${base}/${contract.one}`
  const own = Object.fromEntries(
    Object.entries(contract.paths ?? {}).map(([name, path]) => [name, `${base}/${path}`]),
  ) as Paths
  return {
    list: `${base}/${contract.many}`,
    one,
    get: one,
    create: one,
    update: one,
    archive: `${base}/archive/${contract.one}`,
    unarchive: `${base}/unarchive/${contract.one}`,
    revert: `${base}/revert/${contract.one}`,
    delete: `${base}/delete/${contract.one}`,
    uses: `${base}/uses/${contract.one}`,
    archiveCheck: `${base}/archive-check/${contract.many}`,
    ...own,
  }
}
