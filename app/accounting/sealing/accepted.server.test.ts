import { expect, test } from 'vitest'
import { acceptedIn, tickProblems } from './accepted.server'

test('"None" next to gaps is refused as such, not as nothing ticked', () => {
  expect(tickProblems(['none', 'all'])).toEqual({ accepted: [{ code: 'none_and_some' }] })
  expect(tickProblems(['none', 'held'])).toEqual({ accepted: [{ code: 'none_and_some' }] })
  expect([tickProblems([]), tickProblems(['none']), tickProblems(['all', 'held'])]).toEqual([{}, {}, {}])
  expect(acceptedIn([])).toBeUndefined()
  expect(acceptedIn(['none'])).toEqual({ all: false, kinds: [], slots: [] })
  expect(acceptedIn(['held'])).toEqual({ all: false, kinds: ['held'], slots: [] })
})
