import { alarmStepsContract } from '../../../backend/accounting/alarms/alarm-steps.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { calledEach, calledOne, integer, linkedOnPage, linkTo, memberOf, several } from '../../engine/fields'
import { roleName } from '../../i18n/role-name'

const recipients = ['order', 'users', 'groups', 'roles', 'channels'] as const

/** To whom an alarm goes that nobody acknowledges: up to five for a rule, below whose page they stand. */
export const alarmSteps = defineResource('alarm-steps', alarmStepsContract, {
  title: 'rule',
  named: ({ rule, minutes }, t) => t('alarm-steps:named', { rule: rule.name, minutes }),
  fields: {
    // In a list its name leads to the step.
    rule: linkedOnPage(linkTo('alarm-rules')),
    minutes: integer('min'),
    order: linkTo('on-call-orders'),
    users: several('users'),
    groups: several('user-groups'),
    roles: calledEach(several('roles'), roleName),
    channels: several('notification-channels'),
    user: memberOf('users'),
    group: memberOf('user-groups'),
    role: calledOne(memberOf('roles'), roleName),
    channel: memberOf('notification-channels'),
  },
  list: {
    columns: ['rule', 'minutes', ...recipients, 'updated_at'],
    more: ['tenant', 'created_at'],
    summary: ['minutes', 'order', 'users'],
    filters: ['tenant', 'rule', 'order'],
    quiet: ['user', 'group', 'role', 'channel'],
    sort: 'minutes',
  },
  detail: {
    sections: {
      when: ['rule', 'minutes', 'tenant'],
      whom: recipients,
      record: ['created_at', 'updated_at'],
    },
  },
  form: { sections: { when: ['rule', 'minutes'], whom: recipients } },
})
