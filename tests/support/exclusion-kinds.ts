/** The pages of player exclusion. The demo network names no people: one is registered for them. */
import { firstRecord, type AnyPage } from './any-page'

export const exclusionKinds = [
  'door choice',
  'door',
  'players',
  'new player',
  'player file',
  'player pictures',
  'new self-exclusion',
  'exclusion import',
] as const

const PLAYERS = '/player-exclusion/players'

export async function exclusionPages(page: AnyPage, location: string) {
  await page.goto(PLAYERS)
  if ((await page.locator('th[scope=row] a[href]').count()) === 0) {
    await page.goto(`${PLAYERS}/new`)
    await page.locator('input[name="full_name"]').fill('Zamfir Ana')
    await page.locator('input[name="document_number"]').fill('3971231400014')
    const tenant = page.locator('select[name="tenant"] option[value]:not([value=""])')
    if (await tenant.count())
      await page
        .locator('select[name="tenant"]')
        .selectOption((await tenant.first().getAttribute('value')) ?? '')
    await page.locator('main form .btn-primary').last().click()
    await page.waitForLoadState?.()
  }
  const player = await firstRecord(page, PLAYERS)
  return [
    { name: 'door choice', path: '/player-exclusion/door' },
    { name: 'door', path: `/player-exclusion/door?location=${location}` },
    { name: 'players', path: PLAYERS },
    { name: 'new player', path: `${PLAYERS}/new` },
    { name: 'player file', path: `${player}/file` },
    { name: 'player pictures', path: `${player}/pictures` },
    { name: 'new self-exclusion', path: '/player-exclusion/self-exclusions/new' },
    { name: 'exclusion import', path: '/player-exclusion/self-exclusions-import' },
  ] as const
}
