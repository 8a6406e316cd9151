/** Game statistics: what each game and slot returned, against what it should. */
import { networkMeasures, slotGamesContract } from '../../../backend/rawdata/network-report.contract'
import { defineReport } from '../../engine/report/define-report'
import { daysOf } from '../network-days'

const ofSlots = ['game', 'slot'] as const
/** A slot feeds jackpots as a whole: of one of its games nobody can say. */
const ofSums = ['slot', 'location'] as const

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
    narrowedBy: ['location'],
    beside: '/reports/extended-meters',
    hasNote: true,
    evidence: { game: daysOf('slots'), slot: daysOf('slots'), location: daysOf('locations') },
  },
)
