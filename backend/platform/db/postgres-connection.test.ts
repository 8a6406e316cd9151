import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { PooledConnection, type ConnectionOwner } from './postgres-connection'

it('statements that are sent at once share one client, which goes back to the pool', async () => {
  let [opened, released] = [0, 0]
  const client = {
    query: () => Promise.resolve({ command: 'UPDATE', rowCount: 1, rows: [] }),
    release: () => void released++,
  } as unknown as pg.PoolClient
  const owner: Partial<ConnectionOwner> = {
    repeats: () => false,
    open: async () => {
      opened++
      return client
    },
  }
  const connection = new PooledConnection(owner as ConnectionOwner)
  const update = CompiledQuery.raw('update slots set version = 2')
  await Promise.all([update, update, update].map(one => connection.executeQuery(one)))
  connection.release()
  expect([opened, released]).toEqual([1, 1])
})
