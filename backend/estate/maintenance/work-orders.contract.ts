/** Maintenance of a slot: what is to be done until when, and what was done. */
import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { defineContract } from '../../platform/contract/contract'
import {
  id,
  instant,
  isoDay,
  line,
  optionalLine,
  optionalLines,
  recordRow,
  reference,
} from '../../platform/contract/primitives'

/** done: with what was done. cancelled: nothing was, and nothing is to be. */
const workOrderState = z.enum(['open', 'in_progress', 'done', 'cancelled'])

/** Minutes: more than a year out of play is no repair. */
const MOST_MINUTES = 366 * 24 * 60

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

export const workOrdersContract = defineContract({
  family: 'configuration',
  one: 'work-order',
  many: 'work-orders',
  row: z.object({
    ...recordRow,
    title: z.string(),
    slot: reference,
    /** Where the slot stood when the order was last written. */
    location: reference,
    tenant: reference,
    state: workOrderState,
    assignee: z.string().nullable(),
    due_on: isoDay,
    description: z.string().nullable(),
    work_done: z.string().nullable(),
    parts: z.string().nullable(),
    /** Minutes. */
    out_of_play: z.number().int().nullable(),
    next_due_on: isoDay.nullable(),
    /** Which was made for that day when this one was done. */
    next_order: reference.nullable(),
    /** Since when it is done or cancelled. */
    finished_at: instant.nullable(),
  }),
  input: across(
    z.object({
      title: line(3, 80),
      slot: id,
      state: workOrderState.default('open'),
      /** A user name, or that of a technician who is no user. */
      assignee: optionalLine(60),
      due_on: isoDay,
      description: optionalLines(2_000),
      work_done: optionalLines(2_000),
      parts: optionalLines(1_000),
      out_of_play: orNull(z.number().int().min(0).max(MOST_MINUTES)),
      next_due_on: orNull(isoDay),
    }),
    ({ state, work_done, due_on, next_due_on }): Faults => ({
      ...(state === 'done' && work_done === null && { work_done: [{ code: 'required' }] }),
      ...(next_due_on != null &&
        due_on !== undefined &&
        next_due_on <= due_on && { next_due_on: [{ code: 'not_after_start' }] }),
    }),
  ),
  bulk: ['assignee', 'due_on'],
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    state: workOrderState,
    assignee: z.string().max(60),
  }),
  sort: ['due_on', 'title', 'finished_at', 'created_at', 'updated_at'],
  order: { by: 'due_on', direction: 'ASC' },
  permissions: {
    list: 'work_order::list',
    read: 'work_order::list',
    create: 'work_order::create',
    update: 'work_order::update',
    archive: 'work_order::archive',
    unarchive: 'work_order::archive',
  },
  access: {
    'work_order::list': { kind: 'read', readBy: 'floor', narrowed: true },
    'work_order::create': { kind: 'operating', narrowed: true },
    'work_order::update': { kind: 'operating', narrowed: true },
    'work_order::archive': { kind: 'managing', narrowed: true },
  },
  actions: {},
})
