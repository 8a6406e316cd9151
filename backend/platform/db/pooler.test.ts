import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { transactionPooler } from '../../../tests/support/transaction-pooler'
import { isPooledByTransaction, warnOfPooler } from './pooler'

const url = process.env.TEST_DATABASE_URL

describe.skipIf(!url)('a pooler before PostgreSQL', () => {
  const said = async (through: string) => {
    const lines: string[] = []
    await warnOfPooler(through, pino({ level: 'warn' }, { write: line => lines.push(line) }))
    return lines.join()
  }

  it('that lends by transaction is noticed, and what does not hold behind it is said', async () => {
    const pooler = await transactionPooler(new URL(url ?? ''))
    expect(await isPooledByTransaction(pooler.url)).toBe(true)
    expect(await said(pooler.url)).toMatch(/LISTEN.*SET.*named statements.*locks.*DATABASE_URL/)
    await pooler.stop()
  })

  it('is not suspected where there is none, nor where nothing answers', async () => {
    expect(await isPooledByTransaction(url ?? '')).toBe(false)
    expect(await said(url ?? '')).toBe('')
    expect(await said('postgres://nobody@127.0.0.1:1/none')).toBe('')
  })
})
