import { expect, it, vi } from 'vitest'
import { documentOf, rowsOf } from '../../../tests/support/fiscal-halls'
import { createDeadline } from '../../api/deadline'
import { callBackend } from '../../api/call.server'
import { fileOfForms } from './form-files.server'

const seal = {
  code: 'ABCD-EFGH-JKLM',
  chain_no: 1,
  sealed_at: 1,
  sealed_by: 'Ana',
  superseded: false,
}

it('a file that took longer than a page may is still noted as issued, and handed over', async () => {
  let now = 0
  const deadline = createDeadline(4_200, () => now)
  deadline.wait()
  const send = vi.fn(() =>
    Promise.resolve({ status: 200, headers: {}, text: JSON.stringify({ success: true, data: {} }) }),
  )
  const call = (method: string, path: string, options: object) =>
    callBackend({ deadline, send } as never, method, path, options as never)
  // Made in five seconds.
  now = 5_000
  const answer = await fileOfForms(
    {
      url: new URL('http://console.test/reports/daily-report/1/csv'),
      locale: 'en',
      timeZone: 'Europe/Bucharest',
      t: (key: string) => key,
      params: { exportType: 'csv' },
      api: { call },
    } as never,
    { documents: [documentOf(rowsOf(1))], seals: [seal as never], title: 'Report' },
  )
  expect(answer.status).toBe(200)
  expect(send).toHaveBeenCalledTimes(1)
})
