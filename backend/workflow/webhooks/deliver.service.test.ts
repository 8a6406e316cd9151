/** All that is due leaves in one go, though a receiver gets one at a time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fine, hookedBackend } from '../../../tests/support/hooked'

let hooked: Awaited<ReturnType<typeof hookedBackend>>
beforeAll(async () => {
  hooked = await hookedBackend()
})
afterAll(() => hooked.close())

it('a receiver’s next is not left when its first is over just while nothing else was found', async () => {
  const { backend, told, rows, newHook, doorOpens } = hooked
  await newHook()
  await doorOpens()
  await doorOpens()
  const delivered = async () => (await rows()).filter(row => row.state === 'delivered').length
  let answerFirst = () => {}
  const asked = new Promise<void>(resolve => {
    answerFirst = resolve
  })
  told.answer = response => void asked.then(() => fine(response))
  const looks = new WeakSet<object>()
  const whileLooking: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode') looks.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (looks.has(queryId) && result.rows.length === 0 && (await delivered()) === 0) {
        answerFirst()
        await vi.waitUntil(async () => (await delivered()) === 1, { timeout: 15_000 })
        await pause(50)
      }
      return result
    },
  }
  await hooked.deliver({ ...backend.deps, db: backend.db.withPlugin(whileLooking) })
  expect(await delivered()).toBe(2)
})
