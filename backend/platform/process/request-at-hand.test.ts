import { expect, test } from 'vitest'
import { duringRequest, letGoOfAnswer, requestAtHand, type RequestAtHand } from './request-at-hand'

test('once its answer is let go of, what still runs for a request knows whether somebody was there, and can answer nothing', async () => {
  const answered: string[] = []
  const answer = { text: 'a page' }
  for (const gone of [true, false]) {
    const request: RequestAtHand = {
      request_id: 'r',
      method: 'GET',
      path: '/',
      giveUp: () => answered.push(answer.text),
      hasGone: () => answer.text === 'gone',
    }
    const late = duringRequest(request, async () => {
      await Promise.resolve()
      return requestAtHand()
    })
    letGoOfAnswer(request, gone)
    const seen = await late
    seen?.giveUp?.()
    expect([seen?.request_id, seen?.hasGone?.()]).toEqual(['r', gone])
  }
  expect(answered).toEqual([])
})
