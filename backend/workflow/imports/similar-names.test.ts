import { expect, it } from 'vitest'
import { comparable, similarNames } from './similar-names'

const registry = ['EGT', 'IGT', 'Novomatic', 'Synot', 'R. Franco', 'Fruits Collection 20', 'P-32/32']
const others = [
  ...registry.map(name => comparable(name)),
  comparable('Euro Games Technology', 'EGT'),
  comparable('Unidesa', 'Cirsa'),
]

it.each([
  ['Novomatc', ['Novomatic']],
  ['Nvoomatic', ['Novomatic']],
  ['NOVO-MATIC A.G.', ['Novomatic']],
  ['Novomatic GmbH', ['Novomatic']],
  ['Euro Games Technology Ltd.', ['EGT']],
  ['UNIDESA', ['Cirsa']],
  ['e.g.t.', ['EGT']],
  ['P 32/32', ['P-32/32']],
  ['Sinot', ['Synot']],
  ['RFranco', ['R. Franco']],
])('%s may be %j', (name, expected) => {
  expect(similarNames(name, others)).toEqual(expected)
})

it.each(['AGT', 'Fruits Collection 40', 'P-24/32', 'Merkur', 'SRL', '…'])('%s is like none of them', name => {
  expect(similarNames(name, others)).toEqual([])
})
