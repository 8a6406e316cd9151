/** Pages about jackpots. */
import type { AnyPage } from './any-page'

export const jackpotKinds = [
  'jackpots',
  'jackpot',
  'new jackpot',
  'jackpot levels',
  'jackpot level',
  'new level',
  'regenerate',
  'jackpot sources',
  'jackpot source',
  'jackpot history',
  'win',
  'pay win',
  'reported wins',
  'reported win',
  'accept reported win',
  'jackpot requests',
  'new jackpot request',
  'jackpot request',
  'approval of a level',
  'jackpot snapshots',
  'jackpot snapshot',
  'display channels',
  'display channel',
  'new display channel',
  'displays',
  'display',
  'new display',
  'hall preview',
] as const

/**
 * Somebody wants another point for a mystery level. Of a level one request waits at a time: whoever looks at the same
 * network takes it.
 */
async function asked(page: AnyPage): Promise<string> {
  await page.goto('/jackpot-requests?state=waiting')
  const waiting = page.locator('th[scope=row] a[href]').first()
  if (await waiting.count()) return (await waiting.getAttribute('href')) ?? ''
  await page.goto('/jackpot-levels?state=running&kind=mystery')
  const level = page.locator('th[scope=row] a[href]').first()
  const id = ((await level.getAttribute('href')) ?? '').split('/').at(-1) ?? ''
  await page.goto('/jackpot-requests/new')
  await page.locator('select[name="level"]').selectOption(id)
  await page.locator('select[name="kind"]').selectOption('regenerate')
  await page.locator('textarea[name="cause"]').fill('It was seen by a technician')
  await page.locator('main form .btn-primary').last().click()
  await page.goto('/jackpot-requests?state=waiting')
  return (await waiting.getAttribute('href')) ?? ''
}

export async function jackpotPages(page: AnyPage, recordOf: (list: string) => Promise<string>) {
  const level = await recordOf('/jackpot-levels?state=running')
  const request = await asked(page)
  const channel = await recordOf('/display-channels')
  const win = await recordOf('/jackpot-history')
  const told = await recordOf('/jackpot-tellings')
  return [
    { name: 'jackpots', path: '/jackpots' },
    { name: 'jackpot', path: await recordOf('/jackpots') },
    { name: 'new jackpot', path: '/jackpots/new' },
    { name: 'jackpot levels', path: '/jackpot-levels' },
    { name: 'jackpot level', path: level },
    { name: 'new level', path: '/jackpot-levels/new' },
    { name: 'regenerate', path: `${level}/regenerate` },
    { name: 'jackpot sources', path: '/jackpot-sources' },
    { name: 'jackpot source', path: await recordOf('/jackpot-sources') },
    { name: 'jackpot history', path: '/jackpot-history' },
    { name: 'win', path: win },
    { name: 'pay win', path: `${win}/pay` },
    { name: 'reported wins', path: '/jackpot-tellings' },
    { name: 'reported win', path: told },
    { name: 'accept reported win', path: `${told}/accept` },
    { name: 'jackpot requests', path: '/jackpot-requests' },
    { name: 'new jackpot request', path: '/jackpot-requests/new' },
    { name: 'jackpot request', path: request },
    { name: 'approval of a level', path: request.replace('/jackpot-requests/', '/approvals/') },
    { name: 'jackpot snapshots', path: '/jackpot-snapshots' },
    { name: 'jackpot snapshot', path: await recordOf('/jackpot-snapshots') },
    { name: 'display channels', path: '/display-channels' },
    { name: 'display channel', path: channel },
    { name: 'new display channel', path: '/display-channels/new' },
    { name: 'displays', path: '/displays' },
    { name: 'display', path: await recordOf('/displays') },
    { name: 'new display', path: '/displays/new' },
    { name: 'hall preview', path: channel.replace('/display-channels/', '/hall/preview/') },
  ] as const
}
