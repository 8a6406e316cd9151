/**
 * A stream: raw rows by time for a subject. It has what a list has but no single row: nothing of it is created, changed
 * or opened.
 */
import { z } from 'zod'
import { defineContract } from './contract'
import type { PermissionRule } from './permissions'
import { id } from './primitives'

/** Whose rows: the specification's `type` with `id`; a tenant's unless it says otherwise (ruling 33). */
export const streamSubjects = ['tenant', 'location', 'slot', 'smib'] as const
export type StreamSubject = (typeof streamSubjects)[number]

/** Filters that every stream of a SMIB's rows has. */
export const subjectFilters = { tenant: id, location: id, slot: id, smib: id }

/**
 * A row that came this much later than it happened is flagged as late (as ruling 41 tells ages apart). Milliseconds.
 */
export const LATE_MS = 5 * 60_000

/**
 * What a row says of its place in the order: numbers are missing before it, the numbering began anew with it, it came
 * late.
 */
export const streamFlags = { gap: z.boolean(), reset: z.boolean(), late: z.boolean() }
export type StreamFlag = keyof typeof streamFlags

/** Only rows that are so flagged. */
export const flagFilter = { flag: z.enum(['gap', 'reset', 'late']) }

type SortKey = 'server_time' | 'smib_id'

export const defineStreamContract = <Row extends z.ZodObject, Filters extends z.ZodObject>({
  permission,
  sort = 'server_time',
  ...names
}: {
  family: string
  one: string
  many: string
  row: Row
  filters: Filters
  aliases?: Readonly<Record<string, string>>
  permission: PermissionRule
  /** Its order unless another is requested, downwards; by SMIB, each SMIB's rows are by time. */
  sort?: 'server_time' | 'smib_id'
}) =>
  defineContract<Row, z.ZodObject, Filters, SortKey & keyof z.output<Row>, Record<string, never>>({
    ...names,
    input: z.object({}),
    sort: (sort === 'server_time' ? [sort] : ['server_time', sort]) as (SortKey & keyof z.output<Row>)[],
    order: { by: sort as SortKey & keyof z.output<Row>, direction: 'DESC' },
    permissions: { list: permission, read: permission },
    actions: {},
  })
