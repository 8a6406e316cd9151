import type { Api } from '../../platform/http/api'
import { questionAnswer, questionRequest, questionsContract } from './questions.contract'
import { answerQuestion } from './questions.service'

export function register(api: Api): void {
  const { path, permission } = questionsContract
  api.endpoint(
    {
      method: 'POST',
      path,
      reads: true,
      mayLag: true,
      family: 'aggregate',
      permission,
      summary:
        'Measures by hour, day, place, slot, manufacturer or game mix, as rows and columns, and compared',
      body: questionRequest,
      response: questionAnswer,
    },
    ({ db, scope, body, now }) => answerQuestion(db, scope, body, now),
  )
}
