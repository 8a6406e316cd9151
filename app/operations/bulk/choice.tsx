/**
 * The form that a bulk action begins with: which slots, what is done to them, at which pace, and when it is taken back.
 */
import { z } from 'zod'
import { bulkChoice, bulkOptions, type BulkAction } from '../../../backend/operations/bulk/bulk.contract'
import { inputControl } from '../../engine/fields/control'
import type { AnyField, Field } from '../../engine/fields/field'
import { flag, localTime, reasonText, timeZone } from '../../engine/fields'
import { integer } from '../../engine/fields/integer'
import type { FormSpec } from '../../engine/form/form'
import { resources } from '../../engine/definition/registry'

export const filters = ['tenant', 'location', 'group', 'manufacturer', 'lock_state', 'state'] as const
export const whichFields = ['query', ...filters] as const

/** A slot list's own filter, as a field of this form. */
function asField(name: string): AnyField {
  const kind = resources.slots.fields[name] as AnyField
  return {
    ...kind,
    input: (props, ctx) => kind.filter?.({ ...props, required: false }, { ...ctx, entity: 'slots' }),
  }
}

const query: Field<string> = {
  kind: 'query',
  cell: value => value,
  csvValue: value => value,
  input: props => inputControl({ ...props, maxLength: 200 }),
}

/** People type seconds; milliseconds are stored. */
const seconds: Field<number> = {
  ...integer(),
  kind: 'seconds',
  input: props =>
    inputControl({ ...props, min: 0, max: 3_600 }, { inputMode: 'numeric', type: 'number', step: '1' }),
  parse: typed => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) * 1_000 : typed),
  typed: value => String(Math.round(value / 1_000)),
}

const anything = Object.fromEntries(
  whichFields.map(name => [name, z.string().max(200).optional()]),
) as Record<(typeof whichFields)[number], z.ZodOptional<z.ZodString>>

const shared = {
  schema: z.object({
    ...anything,
    ...bulkOptions.shape,
    unlock_at: z.string().optional(),
    unlock_zone: bulkChoice.shape.unlock_zone,
  }) as unknown as FormSpec['schema'],
  entity: 'bulk',
  fields: {
    query,
    ...Object.fromEntries(filters.map(name => [name, asField(name)])),
    with_credits: flag(),
    with_offline: flag(),
    wave_size: integer(),
    wave_pause_ms: seconds,
    unlock_at: localTime(),
    unlock_zone: timeZone(),
  } as unknown as FormSpec['fields'],
}

const sections = {
  what: ['reason', 'with_credits', 'with_offline'],
  pace: ['wave_size', 'wave_pause_ms'],
  unlock: ['unlock_at', 'unlock_zone'],
} as const

/** Rarely needed, so it is folded until somebody opens it, or something in it was refused. */
export const foldedSections = ['narrow', 'pace', 'unlock'] as const

/**
 * Slots that a list has chosen are no field of the form: they stay as they are. What is done to them is in the address,
 * so each order has its own reasons.
 */
export const choiceForm = (isChosen: boolean, action: BulkAction) => {
  const { what, ...rest } = sections
  const shown = isChosen
    ? sections
    : { which: ['location'], what, narrow: whichFields.filter(name => name !== 'location'), ...rest }
  return {
    sections: shown as Readonly<Record<string, readonly string[]>>,
    spec: {
      ...shared,
      fields: { ...shared.fields, reason: reasonText(action) } as unknown as FormSpec['fields'],
      names: Object.values(shown).flat(),
    } satisfies FormSpec,
  }
}
