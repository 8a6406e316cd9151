/** One page of every kind, for whoever looks at all of them: in process, and in a browser. */

/** What a browser's page and the one in process have in common. */
interface AnyPage {
  goto(path: string): Promise<unknown>
  url(): string
  locator(selector: string): AnyLocator
  /** A browser's own. */
  waitForLoadState?(): Promise<void>
}
interface AnyLocator {
  first(): AnyLocator
  last(): AnyLocator
  count(): Promise<number>
  fill(text: string): Promise<void>
  selectOption(value: string): Promise<unknown>
  click(): Promise<void>
  getAttribute(name: string): Promise<string | null>
}

export const kinds = [
  'start',
  'tenants',
  'locations',
  'slots',
  'smibs',
  'filtered',
  'slots of a period',
  'period',
  'menu',
  'language',
  'nobody at work',
  'period print',
  'no result',
  'notice',
  'columns',
  'print',
  'tenant',
  'location',
  'slot',
  'smib',
  'new',
  'edit',
  'command',
  'archive',
  'bulk command',
  'bulk actions',
  'new bulk action',
  'edit many',
  'edited many',
  'way back',
  'changes of many',
  'notifications',
  'tasks',
  'task',
  'section',
  'panel',
  'profile',
  'slot control',
  'choose board',
  'board control',
  'board replace',
  'board restart',
  'history',
  'events',
  'events of one',
  'events order',
  'events print',
  'messages',
  'counters',
  'virtual counters',
  'logic counters',
  'message meters',
  'slot data',
  'logs',
  'error logs',
  'gaps',
  'timelog',
  'days',
  'exports',
  'export order',
  'export',
  'import start',
  'import columns',
  'import',
  'import fix',
  'import commit',
  'config',
  'config edit',
  'config back',
  'config compare',
  'config board',
  'fraud',
  'fraud edit',
  'sas config',
  'sas answer',
  'meters',
  'meter reading',
  'meter setup',
  'slot groups',
  'slot group',
  'new group',
  'slots offline',
  'views',
  'manufacturer',
  'delete',
  'error',
  'slot commands',
  'board commands',
  'slots meters',
  'sas keep',
  'tokens',
  'new token',
  'search',
  'search result',
  'label',
  'report',
  'dashboard',
  'wall',
  'dashboard edit',
  'network report',
] as const

export interface Kind {
  name: (typeof kinds)[number]
  path: string
}

/** One page of every kind, with a real record behind each. Needs someone signed in who may see it all. */
export async function pagesOf(page: AnyPage): Promise<Kind[]> {
  const recordOf = async (list: string) => {
    await page.goto(list)
    return (await page.locator('th[scope=row] a[href]').first().getAttribute('href')) ?? ''
  }
  const slot = await recordOf('/slots')
  const imported = await sent(
    page,
    '/advanced/smibs-import',
    'smib_id;location_code;colour\n0a1b2c3d4e5f;NOWHERE;red\nnot a board;;',
  )
  const idIn = async (list: string) => (await recordOf(list)).split('/').at(-1) ?? ''
  const [tenant, location, smib, machine] = [
    await idIn('/tenants'),
    await idIn('/locations?query=Titan'),
    await idIn('/advanced/smibs'),
    slot.split('/').at(-1) ?? '',
  ]
  await page.goto(`/slots/edit-many?selected=${machine}`)
  await page.locator('select[name="set.position"]').selectOption('set')
  await page.locator('input[name="position"]').fill(`P-${Date.now() % 100_000}`)
  await page.locator('main form .btn-primary').last().click()
  await arrived(page, /changes\/[0-9a-f]{24}$/)
  const edited = await pressed(page, page.url(), 'confirm')
  return [
    { name: 'start', path: '/access' },
    { name: 'tenants', path: '/tenants' },
    { name: 'locations', path: '/locations' },
    { name: 'slots', path: '/slots' },
    { name: 'smibs', path: '/advanced/smibs' },
    { name: 'filtered', path: '/slots?query=EGT&status=active&sortBy=last_seen_at&page=2' },
    { name: 'slots of a period', path: `/slots?location=${location}&timeRange=last+week` },
    { name: 'period', path: `/slots/period?location=${location}&timeRange=last+week` },
    { name: 'menu', path: '/menu?from=/slots' },
    { name: 'language', path: '/language?from=/slots' },
    { name: 'nobody at work', path: '/slots?dateStart=2001-01-01T00:00Z&dateEnd=2001-02-01T00:00Z' },
    { name: 'period print', path: '/slots/print?timeRange=yesterday' },
    { name: 'no result', path: '/slots?query=no-such-machine' },
    { name: 'notice', path: '/slots?sortBy=nothing' },
    { name: 'columns', path: '/slots/columns' },
    { name: 'print', path: `/slots/print?location=${location}` },
    { name: 'tenant', path: await recordOf('/tenants') },
    { name: 'location', path: await recordOf('/locations') },
    { name: 'slot', path: slot },
    { name: 'smib', path: await recordOf('/advanced/smibs') },
    { name: 'new', path: '/slots/new' },
    { name: 'edit', path: `${slot}/edit` },
    { name: 'command', path: `${slot}/lock` },
    { name: 'archive', path: `${slot}/archive` },
    { name: 'bulk command', path: '/slots/lock?matching=1&query=EGT' },
    { name: 'bulk actions', path: '/bulk-actions' },
    { name: 'new bulk action', path: '/bulk-actions/new' },
    { name: 'edit many', path: '/slots/edit-many?matching=1&query=EGT' },
    { name: 'edited many', path: edited },
    { name: 'way back', path: await pressed(page, edited, 'inverse') },
    { name: 'changes of many', path: '/slots/changes' },
    { name: 'notifications', path: '/notifications/list' },
    { name: 'tasks', path: '/advanced/tasks' },
    { name: 'task', path: await taskOf(page) },
    { name: 'section', path: '/advanced' },
    { name: 'panel', path: '/panel/settings' },
    { name: 'profile', path: '/user-profile/profile-overview' },
    { name: 'history', path: `${slot}/history?timeRange=this+week` },
    { name: 'events', path: '/events?timeRange=last+month' },
    { name: 'events print', path: '/events/print?timeRange=last+month' },
    { name: 'messages', path: '/messages?timeRange=last+week' },
    { name: 'counters', path: `/counters/${machine}?type=slot&timeRange=last+month` },
    { name: 'virtual counters', path: '/counters/virtual?timeRange=last+month' },
    { name: 'logic counters', path: '/counters/logic?timeRange=last+month' },
    { name: 'message meters', path: '/message-meters?timeRange=last+month' },
    { name: 'slot data', path: `/slotdata/${smib}?timeRange=last+month` },
    { name: 'logs', path: `/logs/${smib}?timeRange=last+month` },
    { name: 'error logs', path: '/error-logs?timeRange=last+month' },
    { name: 'gaps', path: '/gaps?timeRange=last+month' },
    { name: 'timelog', path: '/advanced/timelog?timeRange=last+month' },
    { name: 'days', path: `${slot}/days?timeRange=last+month` },
    { name: 'events of one', path: `/events/${slot.split('/').at(-1) ?? ''}?type=slot&timeRange=last+month` },
    { name: 'exports', path: '/data-exports' },
    { name: 'export order', path: '/slots/export?query=EGT' },
    {
      name: 'events order',
      path: `/events/${slot.split('/').at(-1) ?? ''}/export?type=slot&timeRange=last+month`,
    },
    { name: 'export', path: await sent(page, '/locations/export') },
    { name: 'import start', path: '/slots-import' },
    { name: 'import columns', path: '/slots-import/columns' },
    { name: 'import', path: imported },
    { name: 'import fix', path: `${imported}/fix` },
    { name: 'import commit', path: `${imported}/commit` },
    { name: 'config', path: `/config/location/${location}` },
    { name: 'config edit', path: `/config/location/${location}/edit` },
    { name: 'config back', path: `/config/location/${location}/restore/0` },
    {
      name: 'config compare',
      path: `/config/compare?left=${location}&right=${await idIn('/locations?query=Militari')}&all=1`,
    },
    { name: 'config board', path: `/config/smib/${smib}` },
    { name: 'fraud', path: `/config/fraud/${tenant}` },
    { name: 'fraud edit', path: `/config/fraud/${tenant}/edit` },
    { name: 'sas config', path: `/config/slot/${machine}` },
    { name: 'sas answer', path: `/config/slot/${machine}/sas/3` },
    { name: 'meters', path: `/slots/${machine}/meters` },
    { name: 'meter reading', path: `/slots/${machine}/meters/reading` },
    { name: 'meter setup', path: `/slots/${machine}/meters/edit` },
    { name: 'slot control', path: `/slot/control/${machine}` },
    { name: 'choose board', path: '/advanced/smib/control' },
    { name: 'board control', path: `/advanced/smib/control/${smib}` },
    { name: 'board replace', path: `/advanced/smib/control/${smib}/replace` },
    { name: 'board restart', path: `/advanced/smib/control/${smib}/restart` },
    { name: 'slot commands', path: `/slot/control/${machine}/commands` },
    { name: 'board commands', path: `/advanced/smib/control/${smib}/commands?state=done` },
    { name: 'slots meters', path: '/slots-meters' },
    { name: 'sas keep', path: `/config/slot/${machine}/sas/2` },
    { name: 'slot groups', path: '/slots-groups' },
    { name: 'slot group', path: await recordOf('/slots-groups') },
    { name: 'new group', path: '/slots-groups/new?find.members=NOV' },
    { name: 'slots offline', path: '/slots-offline' },
    { name: 'views', path: '/slots/views?status=locked' },
    { name: 'manufacturer', path: `${await recordOf('/games-registry/manufacturers?query=euro')}?tab=slots` },
    { name: 'delete', path: `${await recordOf('/games-registry/machine-types?query=vs24')}/delete` },
    { name: 'tokens', path: '/acl/api-tokens' },
    { name: 'new token', path: '/acl/api-tokens/new' },
    { name: 'search', path: '/search' },
    { name: 'search result', path: '/search?query=titan' },
    { name: 'label', path: `${slot}/label` },
    { name: 'report', path: `/locations/${location}/days?timeRange=last+month` },
    { name: 'dashboard', path: '/dashboard' },
    { name: 'wall', path: '/dashboard?kiosk=1' },
    { name: 'dashboard edit', path: '/dashboard/edit' },
    { name: 'network report', path: '/reports/slot-games?timeRange=last+month' },
    { name: 'error', path: '/error/error-v1' },
  ]
}

/** The page that a button of this one leads to. */
async function pressed(page: AnyPage, at: string, intent: string): Promise<string> {
  await page.goto(at)
  await page.locator(`button[name="intent"][value="${intent}"]`).click()
  await page.waitForLoadState?.()
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** The page that a form's main button leads to, in any language; with `text` pasted into it. */
async function sent(page: AnyPage, path: string, text?: string): Promise<string> {
  await page.goto(path)
  if (text !== undefined) await page.locator('textarea[name="text"]').fill(text)
  await page.locator('main form .btn-primary').last().click()
  await arrived(page, /[0-9a-f]{24}$/)
  return new URL(page.url()).pathname
}

/** The demo network's own history is one: under way, or over. */
async function taskOf(page: AnyPage): Promise<string> {
  for (const list of ['/advanced/tasks', '/advanced/tasks?show=completed']) {
    await page.goto(list)
    const link = page.locator('th[scope=row] a[href]').first()
    if (await link.count()) return (await link.getAttribute('href')) ?? ''
  }
  throw new Error('There is no task')
}

/** A browser may still be on its way when a press is over. */
async function arrived(page: AnyPage, where: RegExp): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (where.test(page.url())) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`Still at ${page.url()}, not at ${String(where)}`)
}
