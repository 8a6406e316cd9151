/**
 * The specification's names for members of a body (ruling 52): renamed before it is checked, so that everything behind
 * it knows one name.
 */
import { invalidField, Problem } from '../contract/problem'

/** Name → the member that it is. */
export type BodyAliases = Readonly<Record<string, string>>

/** A record may be put as GET gave it, in its envelope: `{ config: { … } }`. */
export function outOfEnvelope(
  body: unknown,
  { method, versioned = '' }: { method: string; versioned?: string | undefined },
): unknown {
  if (method !== 'PUT' || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const [[name, record] = [], another] = Object.entries(body) as [string, unknown][]
  const isOne = name === versioned && another === undefined
  return isOne && typeof record === 'object' && record !== null ? record : body
}

/** The body in our names. 422 where a thing is said by both. */
export function inOwnMembers(body: unknown, aliases: BodyAliases | undefined): unknown {
  if (!aliases || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const own = Object.hasOwn(aliases, name) ? aliases[name] : undefined
      if (own === undefined) return [name, value]
      if (Object.hasOwn(body, own)) throw invalidField(name, 'repeated')
      return [own, value]
    }),
  )
}

/** Runs a check of the renamed body; what it refuses is named as it was sent. */
export function namedAsSent<Checked>(
  sent: unknown,
  aliases: BodyAliases | undefined,
  check: () => Checked,
): Checked {
  try {
    return check()
  } catch (error) {
    if (!aliases || !(error instanceof Problem) || !error.extra.fields) throw error
    const names = new Map(
      Object.entries(aliases)
        .filter(([name]) => typeof sent === 'object' && sent !== null && Object.hasOwn(sent, name))
        .map(([name, own]) => [own, name]),
    )
    const fields = Object.fromEntries(
      Object.entries(error.extra.fields).map(([name, found]) => [names.get(name) ?? name, found]),
    )
    throw new Problem(error.status, error.code, { ...error.extra, fields })
  }
}

/** The description of such a body: either name. */
export function describedAliases(
  schema: Record<string, unknown>,
  aliases: BodyAliases | undefined,
): Record<string, unknown> {
  if (!aliases) return schema
  const properties = schema.properties as Record<string, Record<string, unknown>>
  const required = (schema.required ?? []) as string[]
  const others = Object.entries(aliases)
  const either = others.filter(([, own]) => required.includes(own))
  return {
    ...schema,
    properties: {
      ...properties,
      ...Object.fromEntries(
        others.map(([name, own]) => [name, { ...properties[own], description: `As \`${own}\`` }]),
      ),
    },
    required: required.filter(name => !either.some(([, own]) => own === name)),
    ...(either.length > 0 && {
      allOf: either.map(([name, own]) => ({ anyOf: [{ required: [own] }, { required: [name] }] })),
    }),
  }
}
