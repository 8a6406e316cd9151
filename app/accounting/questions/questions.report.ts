/** Whatever is measured, by what its reader chooses: the address holds the question. */
import {
  MOST_MEASURES,
  questionGroups,
  questionMeasures,
  questionsContract,
} from '../../../backend/accounting/questions/questions.contract'
import { defineReport } from '../../engine/definition/define-report'
import { daysOf } from '../days/network-days'

export const questions = defineReport('reports-questions', questionsContract, {
  texts: 'questions',
  period: 'this month',
  groupBy: questionGroups,
  measures: [...questionMeasures, 'weekday'],
  only: { weekday: [] },
  choices: {
    measure: { values: questionMeasures, opens: ['net_win'], most: MOST_MEASURES, words: 'fields' },
    across: { values: questionGroups, opens: [], most: 1, words: 'by' },
    compare: { values: ['before'], opens: [], most: 1, words: 'choices' },
  },
  narrowedBy: ['location', 'manufacturer', 'game_mix', 'group'],
  hasNote: true,
  evidence: { slot: daysOf('slots'), location: daysOf('locations'), tenant: daysOf('tenants') },
})
