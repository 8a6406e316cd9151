import { expect, test, vi } from 'vitest'
import { ANY, PRIMARY_ALONE } from '../../backend/platform/contract/read-after'
import type { OpenSession } from './session.server'

vi.mock('./session.server', () => ({ sessionStore: () => ({ saveWrittenAt: async () => {} }) }))
const { writtenPosition } = await import('./written-position.server')

const MINUTE = 60_000
const sessionOf = (ageMs: number, writtenAt: string | null) => async () =>
  ({ id: 's', createdAt: Date.now() - ageMs, writtenAt }) as unknown as OpenSession
const position = '0000000300000000'

test('a look may be answered by whatever has what the session wrote last', async () => {
  expect(await writtenPosition(sessionOf(5 * MINUTE, position), true).last()).toBe(position)
  expect(await writtenPosition(sessionOf(5 * MINUTE, null), true).last()).toBe(ANY)
  expect(await writtenPosition(sessionOf(0, null), true).last()).toBe(PRIMARY_ALONE)
})

test('what a form looks up is read where it is written: its rows may have left the filter meanwhile', async () => {
  expect(await writtenPosition(sessionOf(5 * MINUTE, position), false).last()).toBe(PRIMARY_ALONE)
})
