import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { insertion, pipelined } from './bulk'
import { migrate } from '../../schema/migrate'
import { isUniqueViolation } from './errors'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const setting = (name: string, value = '{}') => ({ user_id: 'u', name, value, updated_at: 1 })
const names = async (prefix: string) =>
  (
    await backend.db
      .selectFrom('user_settings')
      .select('name')
      .where('name', 'like', `${prefix}%`)
      .orderBy('name')
      .execute()
  ).map(row => row.name)

describe('the database', () => {
  it('keeps all of a transaction or none of it', async () => {
    await expect(
      backend.db.transaction().execute(async db => {
        await db.insertInto('user_settings').values(setting('half-1')).execute()
        throw new Error('power cut')
      }),
    ).rejects.toThrow('power cut')
    expect(await names('half')).toEqual([])
  })

  it('shows a transaction to others only once it is committed', async () => {
    await backend.db.transaction().execute(async db => {
      await db.insertInto('user_settings').values(setting('seen-1')).execute()
      expect(await names('seen')).toEqual([])
    })
    expect(await names('seen')).toEqual(['seen-1'])
  })

  it('lets many writers through, one after the other', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_none, number) =>
        backend.db.transaction().execute(async db => {
          await db
            .insertInto('user_settings')
            .values(setting(`many-${String(number).padStart(2, '0')}`))
            .execute()
          await db
            .updateTable('user_settings')
            .set({ value: '{"done":1}' })
            .where('name', '=', `many-${String(number).padStart(2, '0')}`)
            .execute()
        }),
      ),
    )
    expect(await names('many')).toHaveLength(40)
  })

  it('takes back to a savepoint what failed, and keeps the rest of the transaction', async () => {
    await backend.db.transaction().execute(async db => {
      await db.insertInto('user_settings').values(setting('point-1')).execute()
      await sql`savepoint one`.execute(db)
      await db.insertInto('user_settings').values(setting('point-2')).execute()
      await expect(db.insertInto('user_settings').values(setting('point-1')).execute()).rejects.toThrow()
      await sql`rollback to savepoint one`.execute(db)
      await sql`release savepoint one`.execute(db)
      await db.insertInto('user_settings').values(setting('point-3')).execute()
    })
    expect(await names('point')).toEqual(['point-1', 'point-3'])
  })

  it('goes on after a statement that failed', async () => {
    await backend.db.insertInto('user_settings').values(setting('twice')).execute()
    const again = backend.db.insertInto('user_settings').values(setting('twice')).execute()
    await expect(again).rejects.toSatisfy(isUniqueViolation)
    expect(await names('twice')).toEqual(['twice'])
  })

  it('takes nothing of what was sent after a statement that failed, and goes on with the next transaction', async () => {
    const into = insertion('user_settings', {
      user_id: 'text',
      name: 'text',
      value: 'text',
      updated_at: 'bigint',
    })
    const row = (name: string) => into(backend.db, [['u', name, '{}', 1]])
    const sent = backend.db
      .transaction()
      .execute(db => pipelined(db, [...row('sent-1'), ...row('sent-1'), ...row('sent-2')]))
    const next = backend.db.transaction().execute(db => pipelined(db, row('sent-3')))
    await expect(sent).rejects.toSatisfy(isUniqueViolation)
    await next
    expect(await names('sent')).toEqual(['sent-3'])
  })

  it('reads 53-bit integers exactly', async () => {
    await backend.db
      .insertInto('user_settings')
      .values({ ...setting('big'), updated_at: Number.MAX_SAFE_INTEGER })
      .execute()
    const row = await backend.db
      .selectFrom('user_settings')
      .select('updated_at')
      .where('name', '=', 'big')
      .executeTakeFirstOrThrow()
    expect(row.updated_at).toBe(9007199254740991)
  })

  it('is brought up to date once when several start together', async () => {
    await Promise.all([migrate(backend.db), migrate(backend.db), migrate(backend.db)])
    expect(await names('big')).toEqual(['big'])
  })
})
