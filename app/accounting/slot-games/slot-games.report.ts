/** Game statistics: what each game and slot returned, against what it should. */
import {
  networkMeasures,
  slotGamesContract,
} from '../../../backend/accounting/period-reports/network-report.contract'
import { defineReport, type Evidence } from '../../engine/definition/define-report'
import { resourcePaths } from '../../addresses/names'
import { daysOf } from '../days/network-days'

const ofSlots = ['game', 'slot'] as const
/** A slot feeds jackpots as a whole: of one of its games nobody can say. */
const ofSums = ['slot', 'location'] as const

/** A game of a slot leads to its own readings, within its gaming days: the days of the slot hold all games together. */
const readingsOfGame = (of: Evidence): string => {
  const game = of.parts.at(-1) ?? ''
  if (!/^[1-9]\d*$/.test(game)) return daysOf('slots')(of)
  return `${resourcePaths.slots}/${of.row}/at/${of.end}?${new URLSearchParams({ game, ...of.days }).toString()}`
}

export const slotGames = defineReport(
  'reports-slot-games',
  { ...slotGamesContract, measures: networkMeasures },
  {
    texts: 'slot-games',
    period: 'this month',
    groupBy: slotGamesContract.groups,
    measures: [
      'game_nr',
      'told',
      'location',
      'games_played',
      'rtp',
      'theoretical',
      'band_low',
      'band_high',
      'verdict',
      'contributed',
      'rtp_with_jackpot',
      'jackpot_gap',
      'average_bet',
      'coin_in',
      'coin_out',
      'jackpot',
    ],
    figures: {
      returns: [
        'rtp',
        'theoretical',
        'band_low',
        'band_high',
        'verdict',
        'contributed',
        'rtp_with_jackpot',
        'jackpot_gap',
      ],
      money: ['average_bet', 'coin_in', 'coin_out', 'jackpot'],
    },
    only: {
      game_nr: ['game'],
      told: ['game'],
      location: ofSlots,
      theoretical: ofSlots,
      band_low: ofSlots,
      band_high: ofSlots,
      verdict: ofSlots,
      contributed: ofSums,
      rtp_with_jackpot: ofSums,
      jackpot_gap: ['slot'],
    },
    summary: ['rtp', 'verdict'],
    apart: ['game_nr'],
    narrowedBy: ['location'],
    siblingReport: '/reports/extended-meters',
    hasNote: true,
    evidence: { game: readingsOfGame, slot: daysOf('slots'), location: daysOf('locations') },
  },
)
