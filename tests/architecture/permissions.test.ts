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
        .map(name => `${many}: ${name} does not say 'systemOnly' in the 'access' of its contract`),
    )
  expect(open).toEqual([])
})

test('what a contract says of a permission of its own is asked for by that contract', () => {
  const unused = contracts.flatMap(({ many, permissions, access = {}, actions }) => {
    const asked = JSON.stringify([permissions, Object.values(actions).map(({ permission }) => permission)])
    return Object.keys(access)
      .filter(name => !asked.includes(`"${name}"`))
      .map(name => `${many}: ${name}`)
  })
  expect(unused).toEqual([])
})
