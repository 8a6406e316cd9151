import { expect, test } from 'vitest'
import { progressWords } from './progress'

test('what is done of how much is grouped as everywhere, and any other note is left as it is', () => {
  const said = (note: string, locale = 'en-GB') =>
    progressWords(
      { id: '', state: 'running', progress: 357, note },
      { locale, states: { running: 'Running' } },
    )
  expect(said('2000 / 55098')).toBe('Running 3% · 2,000 / 55,098')
  expect(said('2000 / 55098', 'ro-RO')).toMatch(/· 2\.000 \/ 55\.098$/)
  // Portuguese groups four digits only where it is told to.
  expect(said('2000 / 55098', 'pt-PT')).toMatch(/· 2\s000 \/ 55\s098$/)
  expect(said('2026-10 is next')).toBe('Running 3% · 2026-10 is next')
})
