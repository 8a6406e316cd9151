/**
 * Installations of versions that have landed, started with today's sources: nothing of them is lost, and their seals
 * hold.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { answersOf, type ListAnswer } from '../../tests/support/list-answers'
import { startUpgraded, upgradeCopies } from '../../tests/support/upgrade-copy'
import type { TestBackend } from '../../tests/support/backend'
import { locations } from '../../tests/people'
import { checkChain } from '../accounting/seals/chain.queries'

let backend: TestBackend | undefined
afterEach(() => backend?.close())

it('there is an installation to upgrade', () => {
  expect(upgradeCopies).toContain('8ed94eac')
})

describe.each(upgradeCopies)('an installation of %s', name => {
  it('shows in each list what it showed before, and goes on', { timeout: 120_000 }, async () => {
    const upgraded = await startUpgraded(name)
    ;({ backend } = upgraded)
    const { answers } = upgraded.before
    expect(answers.length).toBeGreaterThan(100)
    const after = await answersOf(backend, answers)
    expect(after.flatMap((answer, at) => differences(answers[at], answer))).toEqual([])
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true, checked: 2 })
  })
})

/** Rows that are gone or changed. Fields that came since are no difference. */
function differences(before: ListAnswer | undefined, after: ListAnswer): string[] {
  if (!before) return [`${after.path}: it was not there`]
  const known = (row: Record<string, unknown>) =>
    JSON.stringify(Object.keys(before.rows[0] ?? {}).map(field => row[field]))
  const rows = new Set(after.rows.map(known))
  return [
    ...(before.total === after.total ? [] : [`${before.path}: ${after.total} rows of ${before.total}`]),
    ...before.rows
      .map(known)
      .filter(row => !rows.has(row))
      .map(row => `${before.path}: ${row}`),
  ]
}
