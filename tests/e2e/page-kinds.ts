import type { Page } from '@playwright/test'

export const kinds = ['start', 'tenants', 'locations', 'slots', 'smibs', 'filtered', 'no result', 'notice', 'columns', 'print', 'tenant', 'location', 'slot', 'smib',
  'new', 'edit', 'command', 'archive', 'bulk command', 'notifications', 'tasks', 'task', 'section', 'panel', 'profile', 'error'] as const

export interface Kind { name: (typeof kinds)[number]; path: string }

/** One page of every kind, with a real record behind each. Needs someone signed in who may see it all. */
export async function pagesOf(page: Page): Promise<Kind[]> {
  const recordOf = async (list: string) => {
    await page.goto(list)
    return await page.getByRole('rowheader').first().getByRole('link').getAttribute('href') ?? ''
  }
  const slot = await recordOf('/slots')
  return [
    { name: 'start', path: '/access' },
    { name: 'tenants', path: '/tenants' },
    { name: 'locations', path: '/locations' },
    { name: 'slots', path: '/slots' },
    { name: 'smibs', path: '/advanced/smibs' },
    { name: 'filtered', path: '/slots?query=EGT&status=active&sortBy=last_seen_at&page=2' },
    { name: 'no result', path: '/slots?query=no-such-machine' },
    { name: 'notice', path: '/slots?sortBy=nothing' },
    { name: 'columns', path: '/slots/columns' },
    { name: 'print', path: '/slots/print?query=EGT' },
    { name: 'tenant', path: await recordOf('/tenants') },
    { name: 'location', path: await recordOf('/locations') },
    { name: 'slot', path: slot },
    { name: 'smib', path: await recordOf('/advanced/smibs') },
    { name: 'new', path: '/slots/new' },
    { name: 'edit', path: `${slot}/edit` },
    { name: 'command', path: `${slot}/lock` },
    { name: 'archive', path: `${slot}/archive` },
    { name: 'bulk command', path: '/slots/lock?matching=1&query=EGT' },
    { name: 'notifications', path: '/notifications/list' },
    { name: 'tasks', path: '/advanced/tasks' },
    { name: 'task', path: await taskOf(page) },
    { name: 'section', path: '/advanced' },
    { name: 'panel', path: '/panel/settings' },
    { name: 'profile', path: '/user-profile/profile-overview' },
    { name: 'error', path: '/error/error-v1' },
  ]
}

/** The demo network's own history is one: under way, or over. */
async function taskOf(page: Page): Promise<string> {
  for (const list of ['/advanced/tasks', '/advanced/tasks?show=completed']) {
    await page.goto(list)
    const link = page.getByRole('rowheader').first().getByRole('link')
    if (await link.count()) return await link.getAttribute('href') ?? ''
  }
  throw new Error('There is no task')
}
