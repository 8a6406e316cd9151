import { mailsContract } from '../../../backend/identity/mail/mail.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { mailFilesOf } from './mail-files'
import { choice } from '../../engine/fields'

export const outbox = defineResource('outbox', mailsContract, {
  title: 'address',
  state: 'state',
  fields: {
    kind: choice({
      reset_password: '',
      first_password: '',
      password_changed: '',
      verify_email: '',
      email_changed: '',
      new_sign_in: '',
      second_factor_on: '',
      second_factor_off: '',
      app_added: '',
      passkey_added: '',
      passkey_removed: '',
      recovery_codes_renewed: '',
      recovery_code_used: '',
      push_browser_added: '',
      identity_tied: '',
      registration_received: '',
      registration_refused: '',
      registration_request: '',
      notifications: '',
      fiscal_report: '',
      fiscal_report_waits: '',
      fiscal_report_not_sealed: '',
    }),
    state: choice({ waiting: 'muted', sent: 'good', failed: 'bad', kept: 'warn' }),
    language: choice({ en: '', ro: '', pt: '' }),
  },
  list: {
    columns: ['address', 'kind', 'state', 'user', 'tenant', 'created_at', 'sent_at', 'problem'],
    more: ['language', 'attempts', 'next_at', 'updated_at'],
    summary: ['state', 'kind', 'created_at'],
    filters: ['tenant', 'kind', 'state'],
  },
  detail: {
    sections: {
      mail: ['address', 'user', 'kind', 'language', 'tenant'],
      delivery: ['state', 'problem', 'attempts', 'next_at', 'sent_at', 'created_at'],
    },
    activity: [mailFilesOf],
  },
  actions: {
    show: { when: mail => mail.state === 'kept' },
  },
})
