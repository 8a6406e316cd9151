import { expect, test } from 'vitest'
import { systemOnly } from '../../backend/identity/auth/roles'
import { contracts } from './contracts'

const changing = ['create', 'update', 'archive', 'unarchive', 'delete'] as const

test('what all tenants share is changed by the system alone', () => {
  const open = contracts
    .filter(({ ownedBy }) => ownedBy === null)
    .flatMap(({ many, permissions }) =>
      [...new Set(changing.map(change => permissions[change]))]
        .filter(name => name !== undefined && !systemOnly.has(name))
        .map(name => `${many}: ${name} is missing in backend/identity/auth/system-only.service.ts`),
    )
  expect(open).toEqual([])
})
