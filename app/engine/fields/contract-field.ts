/** How a member of a contract is shown, typed and filtered where its definition names no kind for it. */
import { z } from 'zod'
import {
  basisPoints,
  id,
  instant,
  money as amount,
  reference,
} from '../../../backend/platform/contract/primitives'
import { resourcePaths, type ResourceName } from '../../addresses/names'
import { date } from './date'
import { age, dateTime } from './date-time'
import type { AnyField } from './field'
import { flag } from './flag'
import { integer } from './integer'
import { linkTo } from './link-to'
import { money } from './money'
import { percent } from './percent'
import { text } from './text'

/**
 * A reference is a link to the list of its name (`tenant`: `tenants`), an instant a date and a time, and so on.
 * Undefined for what the contract does not say, such as a choice, whose values have marks of their own.
 */
export const contractField = (name: string, member: z.core.$ZodType | undefined): AnyField | undefined =>
  kindOf(name, member && withoutNull(member)) as AnyField | undefined

function kindOf(name: string, member: z.core.$ZodType | undefined) {
  switch (member) {
    case reference:
    case id:
      return `${name}s` in resourcePaths ? linkTo(`${name}s` as ResourceName) : undefined
    case instant:
      return name === 'updated_at' ? age() : dateTime()
    case amount:
      return money()
    case basisPoints:
      return percent()
  }
  if (member instanceof z.ZodISODate) return date()
  if (member instanceof z.ZodString) return text()
  if (member instanceof z.ZodNumber && member.isInt) return integer()
  return member instanceof z.ZodBoolean ? flag() : undefined
}

/** A member may be null, or be left out of a form. */
const withoutNull = (member: z.core.$ZodType): z.core.$ZodType =>
  member instanceof z.ZodNullable || member instanceof z.ZodOptional || member instanceof z.ZodDefault
    ? withoutNull(member.unwrap())
    : member
