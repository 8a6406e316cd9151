import { usersContract } from '../../../backend/identity/acl/users.contract'
import { defineResource } from '../../engine/definition/define-resource'
import {
  age,
  choice,
  email,
  longText,
  memberOf,
  mono,
  phone,
  several,
  calledEach,
  calledOne,
} from '../../engine/fields'
import { roleName } from '../../i18n/role-name'
import { NoPassword } from './no-password'
import { userSessions } from './user-sessions'

export const users = defineResource('users', usersContract, {
  title: 'username',
  state: 'state',
  fields: {
    username: mono(),
    email: email(),
    phone: phone(),
    state: choice({ active: 'good', disabled: 'muted' }),
    roles: calledEach(several('roles'), roleName),
    groups: several('user-groups'),
    role: calledOne(memberOf('roles'), roleName),
    group: memberOf('user-groups'),
    permission: memberOf('permissions'),
    last_sign_in_at: age(),
  },
  list: {
    columns: ['username', 'full_name', 'tenant', 'roles', 'groups', 'state', 'last_sign_in_at'],
    more: ['email', 'phone', 'job_title', 'created_at'],
    summary: ['full_name', 'state', 'roles'],
    filters: ['tenant', 'state', 'role', 'group', 'archived'],
    quiet: ['permission'],
  },
  detail: {
    notice: NoPassword,
    activity: [userSessions()],
    links: [{ href: '/acl/users/:id/rights', label: 'users:rights.open', rule: 'acl_user::list' }],
    sections: {
      person: ['full_name', 'email', 'email_verified', 'phone', 'job_title'],
      rights: ['tenant', 'all_tenants', 'roles', 'groups'],
      sign_in: ['state', 'last_sign_in_at', 'password_changed_at'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
  },
  form: {
    ofSystem: ['tenant', 'all_tenants'],
    ofTenant: [],
    sections: {
      person: ['username', 'full_name', 'email', 'phone', 'job_title'],
      rights: ['tenant', 'all_tenants', 'roles', 'groups'],
      sign_in: ['enabled'],
    },
    // Who is added is to work here; the form of an existing user shows what holds.
    ticked: ['enabled'],
  },
  actions: {
    enable: { bulk: true, when: user => !user.enabled && user.archived_at === null },
    disable: {
      tone: 'danger',
      bulk: true,
      when: user => user.enabled && user.archived_at === null,
      fields: { reason: longText() },
    },
    end_sessions: {
      tone: 'danger',
      bulk: true,
      when: user => user.archived_at === null,
      fields: { reason: longText() },
    },
    unlock: { bulk: true, when: user => user.archived_at === null },
    send_password_link: {
      bulk: true,
      when: user => user.enabled && user.archived_at === null && user.email !== null,
      why: user => (user.enabled && user.archived_at === null ? 'no_email' : 'not_active'),
    },
    reset_second_factor: { tone: 'danger', when: user => user.archived_at === null },
    untie_identity: {
      tone: 'danger',
      when: user => user.archived_at === null,
      fields: { reason: longText() },
    },
    password_link: { when: user => user.enabled && user.archived_at === null },
  },
})
