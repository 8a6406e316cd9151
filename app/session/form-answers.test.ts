import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerAddress,
  answerIdIn,
  answerPath,
  createAnswerStore,
  MOST_ANSWER_BYTES,
  MOST_ANSWERS,
  type AnswerStore,
} from './form-answers.server'
import { openSessionsDb, type SessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

let db: SessionsDb
let now: number
let store: AnswerStore
beforeEach(async () => {
  now = 1_700_000_000_000
  db = await openSessionsDb({ file: ':memory:' })
  store = createAnswerStore(
    () => Promise.resolve(db),
    createVault('a secret that is at least 32 characters long'),
    () => now++,
  )
})
afterEach(() => db.destroy())

const answer = (typed: string) => ({ path: '/slots/new', status: 422, data: { typed } })
const put = async (session: string, typed: string) => (await store.put(session, answer(typed))) ?? ''

describe('the answers to refused forms', () => {
  test('two tabs of one person do not mix, and each is read as often as its page is loaded', async () => {
    const [first, second] = [await put('ana', 'one'), await put('ana', 'two')]
    for (let load = 0; load < 2; load++) {
      expect(await store.read('ana', first, '/slots/new')).toEqual(answer('one'))
      expect(await store.read('ana', second, '/slots/new')).toEqual(answer('two'))
    }
    await store.drop('ana', first)
    expect(await store.read('ana', first, '/slots/new')).toBeNull()
    expect(await store.read('ana', second, '/slots/new')).toEqual(answer('two'))
  })

  test('belong to one page and one session, and are not readable in the table', async () => {
    const id = await put('session-of-ana', 'Crișana')
    expect(await store.read('session-of-ana', id, '/locations/new')).toBeNull()
    expect(await store.read('session-of-olga', id, '/slots/new')).toBeNull()
    await store.drop('session-of-olga', id)
    expect(await store.read('session-of-ana', id, '/slots/new')).not.toBeNull()
    // Whole words: three letters in a row occur in what is encrypted, too.
    expect(JSON.stringify(await db.selectFrom('console_answers').selectAll().execute())).not.toMatch(
      /Crișana|session-of-ana/,
    )
  })

  test('are all gone from a page once its form is sent, and wait on others', async () => {
    const [first, second] = [await put('ana', 'one'), await put('ana', 'two')]
    const elsewhere = (await store.put('ana', { ...answer('three'), path: '/locations/new' })) ?? ''
    const hers = await put('olga', 'four')
    await store.dropAll('ana', '/slots/new')
    expect(await store.read('ana', first, '/slots/new')).toBeNull()
    expect(await store.read('ana', second, '/slots/new')).toBeNull()
    expect(await store.read('ana', elsewhere, '/locations/new')).not.toBeNull()
    expect(await store.read('olga', hers, '/slots/new')).not.toBeNull()
  })

  test('are few, small and gone with the session', async () => {
    const ids = []
    for (let form = 0; form < MOST_ANSWERS + 2; form++) ids.push(await put('ana', String(form)))
    const there = await Promise.all(ids.map(id => store.read('ana', id, '/slots/new')))
    expect(there.map(one => one !== null)).toEqual(ids.map((_, index) => index >= 2))
    expect(await store.put('ana', answer('x'.repeat(MOST_ANSWER_BYTES)))).toBeNull()
    await put('olga', 'hers')
    await store.forget('ana')
    expect(await db.selectFrom('console_answers').select('id').execute()).toHaveLength(1)
    now += 2 * 86_400_000
    await store.prune()
    expect(await db.selectFrom('console_answers').select('id').execute()).toEqual([])
  })

  test('are found by the page’s own address, whatever else it says', () => {
    const url = new URL('http://console.test/slots/lock?selected=a&selected=b')
    const address = answerAddress(url, 'abcdefghijkl')
    const there = new URL(address, url)
    expect(address).toBe('/slots/lock?selected=a&selected=b&answer=abcdefghijkl')
    expect([answerIdIn(there), answerPath(there)]).toEqual(['abcdefghijkl', answerPath(url)])
    expect(answerIdIn(new URL('http://console.test/slots?answer=../../x'))).toBeNull()
  })
})
