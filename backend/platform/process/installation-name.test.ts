import { expect, it } from 'vitest'
import { installationName } from './installation-name'

it('is the installation’s own where it has one, and the product’s otherwise', () => {
  expect(installationName('Gambling management system', {})).toBe('Gambling management system')
  expect(installationName('Gambling management system', { INSTALLATION_NAME: '  ' })).toBe(
    'Gambling management system',
  )
  expect(installationName('Gambling management system', { INSTALLATION_NAME: ' Carpathia ' })).toBe(
    'Carpathia',
  )
})
