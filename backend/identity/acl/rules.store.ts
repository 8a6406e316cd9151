import { invalidField } from '../../platform/contract/problem'
import { sql } from 'kysely'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { absent, refTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { Store, WriteContext } from '../../platform/store/store-spec'
import { heldRoles } from '../auth/user-roles.service'
import type { Model } from '../auth/acl.table'
import { demandWhole } from './demand-whole.service'
import { fieldsOf } from '../auth/model-fields.service'
import { nameOthers, saveOthers, type Pairs } from './references'
import { aclRulesContract } from './rules.contract'
import { bumpRules } from '../auth/rules-of.service'

type Writing = WriteContext<typeof aclRulesContract>

const groups: Pairs = {
  table: 'acl_rule_groups',
  own: 'rule_id',
  other: 'group_id',
  target: 'acl_groups',
  label: 'name',
}

interface Condition {
  field: string
  values: string[]
}

const store = defineStore(aclRulesContract, {
  table: 'acl_rules',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    user: refTo('user_id', 'users', 'username'),
    group: refTo('group_id', 'user_groups', 'name'),
    // Its own check: the built-in roles are everybody's.
    role: {
      ...refTo('role_id', 'roles', 'name'),
      reference: { table: 'roles', label: 'name', own: 'role_id', theirs: 'id', owner: null },
    },
    conditions: {
      of: ['conditions'],
      read: row =>
        (JSON.parse(String(row.conditions)) as Condition[]).map(
          ({ field, values }) => `${field}: ${values.join(' | ')}`,
        ),
    },
    groups: absent,
  },
  search: ({ name, note }) => [name, note] as (string | null)[],
  adds: { groups: ({ db }, rows) => nameOthers(db, rows, 'groups', groups) },
  names: { entity_group: 'acl_groups' },
  filters: {
    entity_group: (id: string) =>
      sql<boolean>`t.id in (select g.rule_id from acl_rule_groups g where g.group_id = ${id})`,
  },
  mayChange: demandWhole,
  prepare,
  link,
})

export const aclRulesStore: Store<typeof aclRulesContract> = {
  ...store,
  remove: async (db, actor, id, removal, now) => {
    await store.remove(db, actor, id, removal, now)
    await bumpRules(db)
  },
}

async function prepare({ db, actor, scope, before, input }: Writing): Promise<Stored> {
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId ?? SYSTEM_TENANT)
  if (before && input.tenant && input.tenant !== owner) throw invalidField('tenant', 'fixed')
  const subjects = [input.user, input.group, input.role].filter(one => one !== null)
  if (subjects.length !== 1) throw invalidField('user', 'one_subject')
  await demandSubject(db, owner, input)
  const field = await holdsFor(db, actor.id, input)
  if (field) throw invalidField(field, 'own_rights')
  const conditions = input.conditions.map(text => conditionOf(input.model, text))
  if (conditions.length === 0 && (input.groups?.length ?? 0) === 0 && !before)
    throw invalidField('conditions', 'required')
  return { tenant_id: owner, conditions: JSON.stringify(conditions) }
}

type Subject = Pick<Writing['input'], 'user' | 'group' | 'role'>

/** A tenant's rule is about the tenant's own people. */
async function demandSubject(db: Db, owner: string, { user, group, role }: Subject): Promise<void> {
  if (owner === SYSTEM_TENANT) return
  const whose = async (table: 'users' | 'user_groups', id: string) =>
    (await db.selectFrom(table).select('tenant_id').where('id', '=', id).executeTakeFirst())?.tenant_id
  if (user !== null && (await whose('users', user)) !== owner) throw invalidField('user', 'unknown')
  if (group !== null && (await whose('user_groups', group)) !== owner) throw invalidField('group', 'unknown')
  if (role === null) return
  const found = await db
    .selectFrom('roles')
    .select(['tenant_id', 'built_in'])
    .where('id', '=', role)
    .executeTakeFirst()
  if (!found || (found.built_in !== 1 && found.tenant_id !== owner)) throw invalidField('role', 'unknown')
}

/** By which field a rule would hold for its author, who could then not see what they had hidden to put it right. */
async function holdsFor(db: Db, actorId: string, { user, group, role }: Subject) {
  if (user === actorId) return 'user'
  if (group !== null) {
    const member = await db
      .selectFrom('user_group_members')
      .select('user_id')
      .where('group_id', '=', group)
      .where('user_id', '=', actorId)
      .executeTakeFirst()
    if (member) return 'group'
  }
  if (role !== null && (await heldRoles(db, actorId).execute()).some(row => row.role_id === role))
    return 'role'
  return undefined
}

/** `city: Cluj-Napoca | Brăila`. Throws 422 for a field that the model is not narrowed by. */
function conditionOf(model: Model, text: string): Condition {
  const [, field = '', list = ''] = /^\s*([a-z_]+)\s*[:=]\s*(.+)$/.exec(text) ?? []
  const values = list
    .split('|')
    .map(value => value.trim())
    .filter(Boolean)
  if (!fieldsOf(model).includes(field) || values.length === 0)
    throw invalidField('conditions', 'rule_condition')
  return { field, values }
}

async function link({ db, id, input }: Writing): Promise<void> {
  if (input.groups) {
    const found =
      input.groups.length === 0
        ? []
        : await db
            .selectFrom('acl_groups as g')
            .innerJoin('acl_rules as r', 'r.tenant_id', 'g.tenant_id')
            .select('g.id')
            .where('g.id', 'in', input.groups)
            .where('g.model', '=', input.model)
            .where('r.id', '=', id)
            .execute()
    if (found.length < input.groups.length) throw invalidField('groups', 'unknown')
    await saveOthers(db, id, input.groups, groups)
  }
  await bumpRules(db)
}
