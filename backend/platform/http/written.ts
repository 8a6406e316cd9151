/**
 * What creating and changing an entity take on the wire (ruling 37): a reference may be an id or what a row says in its
 * place, and what only rules set may be sent back as it was read. Anything else is refused.
 */
import { z } from 'zod'
import { acrossOf } from '../contract/across'
import { reason, type Contract } from '../contract/contract'
import { MAX_IDS } from '../contract/list'
import { referenceInput, sentBackOf, versionInput } from '../contract/primitives'
import { invalidField } from '../contract/problem'

/** What create takes. The specification tells a new record by an empty id. */
export const createBody = ({ input, row }: Contract): z.ZodObject =>
  z.strictObject({ id: z.literal('').optional(), ...writable(input, row) }).check(...acrossOf(input))

/** What update takes: the whole form, and with it all that a row has. */
export const updateBody = ({ input, row }: Contract): z.ZodObject =>
  z
    .strictObject({
      ...sentBackOf(row),
      ...writable(input, row),
      version: versionInput,
      reason: reason.optional(),
    })
    .check(...acrossOf(input))

/** The members of a body that the form has. */
export const formOf = ({ input }: Contract, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(input.shape, name)))

/** Whoever sends back another record's id has mixed two of them up. */
export function demandSame(params: { id: string }, body: Record<string, unknown>): void {
  for (const name of ['id', '_id'])
    if (body[name] !== undefined && body[name] !== params.id) throw invalidField(name, 'invalid')
}

function writable(input: z.ZodObject, row: z.ZodObject): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(input.shape).map(([name, schema]) => {
      const given = Object.hasOwn(row.shape, name) ? plain(row.shape[name] as z.ZodType) : undefined
      if (given instanceof z.ZodArray && isReference(plain(given.element as z.ZodType)))
        return [name, z.union([schema as z.ZodType, z.array(referenceInput).max(MAX_IDS)])]
      return [
        name,
        isReference(given) ? z.union([schema as z.ZodType, referenceInput]) : (schema as z.ZodType),
      ]
    }),
  )
}

const plain = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? plain(schema.unwrap() as z.ZodType)
    : schema
const isReference = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && Object.hasOwn(schema.shape, '_id') && Object.hasOwn(schema.shape, 'name')

/**
 * From `If-Match` or the body; undefined: whichever is the newest. Throws 422 for a header that names no version, or
 * another than the body.
 */
export function expectedVersion(header: string | null, body: unknown): number | undefined {
  const given = (body as { version?: number } | undefined)?.version
  if (header === null || header.trim() === '*') return given
  const [, text] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim()) ?? []
  if (text === undefined || (given !== undefined && given !== Number(text)))
    throw invalidField('If-Match', 'invalid')
  return Number(text)
}
