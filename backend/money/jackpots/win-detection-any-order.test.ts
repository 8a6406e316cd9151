/**
 * A told win is never won twice and never lost, in whatever order, however often and with whichever parts it is told.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR } from '../../../tests/support/feed'
import { at, grandWon, miniWon, progressive, says } from '../../../tests/support/progressive'
import { lawRuns } from '../../../tests/support/law-runs'
import { detectWins } from './win-detection.service'

const { backend, clear, level, tell, denomination, wins, tellings } = progressive()

it(
  'is never won twice, and no win is lost, in whatever order, however often and with whichever parts it is told',
  { timeout: 120_000 },
  async () => {
    const parts = fc
      .tuple(fc.subarray(['54', '56', '51', '52'] as const, { minLength: 1 }), fc.boolean())
      .map(([codes, isMetered]) => [...codes, ...(isMetered ? (['meter'] as const) : [])])
    await fc.assert(
      fc.asyncProperty(fc.tuple(parts, parts), fc.infiniteStream(fc.nat()), async (told, chance) => {
        await backend().db.deleteFrom('jackpot_tellings').execute()
        await backend().db.deleteFrom('jackpot_reports').execute()
        await backend().db.deleteFrom('jackpot_meters').execute()
        await backend().db.deleteFrom('jackpot_wins').execute()
        await backend()
          .db.updateTable('jackpot_levels')
          .set({ state: 'running', run: 1, won_minor: null })
          .execute()
        await clear()
        backend().clock.set(at + 6 * HOUR)
        const price = await denomination()
        let seq = 1
        await tell(says(seq++, at - HOUR, [], { '0000': 1_000, '0020': 0 }))
        await detectWins(backend().deps)
        let paid = 0
        const waiting = told.flatMap((codes, nr) => {
          const data = nr === 0 ? miniWon : grandWon
          const when = at + nr * HOUR
          paid += data.amount_minor / price
          return codes.flatMap(code =>
            code === 'meter'
              ? [says(seq++, when + 50_000, [], { '0000': 1_000, '0020': paid })]
              : [
                  says(seq++, when + (code === '52' ? 40_000 : 0), [[code, data]]),
                  ...(code === '51' ? [says(seq++, when + 15_000, [['51', data]])] : []),
                ],
          )
        })
        while (waiting.length > 0) {
          const take = waiting.splice(
            (chance.next().value ?? 0) % waiting.length,
            1 + ((chance.next().value ?? 0) % 2),
          )
          await tell(...take)
          // A sender that lost the answer says it again; the backend may have stopped before it looked.
          if ((chance.next().value ?? 0) % 3 === 0) await tell(...take)
          if ((chance.next().value ?? 0) % 2 === 0) await detectWins(backend().deps)
        }
        await detectWins(backend().deps)
        expect((await wins()).map(one => [one.level_id, one.amount_minor]).sort()).toEqual(
          [
            [level.mini, 20_000],
            [level.grand, 500_000],
          ].sort(),
        )
        expect(await tellings()).toHaveLength(2)
      }),
      { numRuns: lawRuns(40) },
    )
  },
)
