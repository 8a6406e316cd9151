import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createSessionStore } from './session-store.server'
import { openSessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

test('sessions begin, change and end without another byte of the disk', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sessions-'))
  const bytes = async () => {
    const files = await readdir(folder)
    const sizes = await Promise.all(files.map(async file => (await stat(path.join(folder, file))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const db = await openSessionsDb({ file: path.join(folder, 'console.db') })
  const store = createSessionStore(
    () => Promise.resolve(db),
    createVault('a secret that is at least 32 characters long'),
    { clock: () => 1_700_000_000_000 },
  )
  const before = await bytes()
  const tokens = { access: 'a'.repeat(900), refresh: 'r'.repeat(900) }
  for (let nr = 0; nr < 300; nr++) {
    const id = await store.create({ tokens, identity: null })
    await store.putFlash(id, { text: 'Saved' })
    expect(await store.read(id)).toMatchObject({ tokens })
  }
  expect(await bytes()).toBe(before)
  await db.destroy()
  await rm(folder, { recursive: true })
})
