/** What a role is called: those of every installation in its reader's language, a tenant's own as somebody typed it. */
import { builtInRoleId, builtInRoles } from '../../backend/identity/auth/roles.contract'
import type { Translate } from './locales'

const builtIn = new Map<string, string>(builtInRoles.map(name => [builtInRoleId(name), name]))

export const roleName = ({ _id, name }: { _id: string; name: string }, t: Translate): string => {
  const known = builtIn.get(_id)
  return known ? t(`roles:built_in.${known}`) : name
}

/** Where only names are known: nobody can have a second role by the name of a built-in one. */
export const roleNamed = (name: string, t: Translate): string =>
  builtInRoles.some(one => one === name) ? t(`roles:built_in.${name}`) : name
