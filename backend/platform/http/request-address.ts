/** An address as an endpoint reads it: what its path names, and its query. */
import type { Context } from 'hono'
import type { z } from 'zod'
import { invalidField, Problem } from '../contract/problem'
import { unknownMember } from '../request/parse'
import type { AppEnv } from './request'
/** Each name once: a repeated one would be read differently by every reader. */
export function queryOf(c: Context<AppEnv>): Record<string, string> {
  // Not Hono's reading, which puts names into an object: `__proto__` would be lost there.
  const all = [...new URL(c.req.url).searchParams]
  const names = new Set<string>()
  for (const [name] of all) {
    if (names.has(name)) throw invalidField(name.slice(0, 80), 'repeated')
    if (name === '__proto__') throw unknownMember(name)
    names.add(name)
  }
  return Object.fromEntries(all)
}

/** A path that does not fit names nothing that exists. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Problem(404, 'not_found')
  return parsed.data
}
