import { derived, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { mailsContract } from '../mail/mail.contract'

export const mailsStore = defineStore(mailsContract, {
  table: 'mails',
  columns: {
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    user: readOnlyRefTo('user_id', 'users', 'full_name'),
    kind: readOnly('kind'),
    address: readOnly('address'),
    language: readOnly('language'),
    state: readOnly('state'),
    attempts: readOnly('attempts'),
    next_at: derived(['state', 'next_at'], row => (row.state === 'waiting' ? row.next_at : null)),
    problem: readOnly('problem'),
    sent_at: readOnly('sent_at'),
  },
  search: ({ address }) => [address as string],
})
