/** Every meter that is booked, by slot, location, tenant or game. */
import {
  extendedMetersContract,
  networkMeasures,
} from '../../../backend/accounting/period-reports/network-report.contract'
import { defineReport } from '../../engine/definition/define-report'
import { daysOf } from '../days/network-days'

export const extendedMeters = defineReport(
  'reports-extended-meters',
  { ...extendedMetersContract, measures: networkMeasures },
  {
    texts: 'extended-meters',
    period: 'this month',
    groupBy: extendedMetersContract.groups,
    measures: [
      'game_nr',
      'told',
      'location',
      'games_played',
      'games_won',
      'coin_in',
      'coin_out',
      'jackpot',
      'net_win',
      'net_win_before_jackpots',
      'bills_in',
      'coins_in',
      'ticket_in',
      'electronic_in',
      'total_in',
      'ticket_out',
      'hopper_out',
      'electronic_out',
      'handpaid_cancelled',
      'total_out',
      'ggr',
    ],
    figures: {
      play: [
        'games_played',
        'games_won',
        'coin_in',
        'coin_out',
        'jackpot',
        'net_win',
        'net_win_before_jackpots',
        'ggr',
      ],
      money_in: ['bills_in', 'coins_in', 'ticket_in', 'electronic_in', 'total_in'],
      money_out: ['ticket_out', 'hopper_out', 'electronic_out', 'handpaid_cancelled', 'total_out'],
    },
    only: { game_nr: ['game'], told: ['game'], location: ['slot', 'game'] },
    summary: ['net_win', 'ggr'],
    apart: ['game_nr'],
    narrowedBy: ['location'],
    siblingReport: '/reports/slot-games',
    hasNote: true,
    evidence: {
      slot: daysOf('slots'),
      game: daysOf('slots'),
      location: daysOf('locations'),
      tenant: daysOf('tenants'),
    },
  },
)
