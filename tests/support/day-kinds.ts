/** Pages about gaming days: from a location's day to its readings, and what is made of days that are closed. */
import type { AnyPage } from './any-page'

export const dayKinds = [
  'location day',
  'slot day',
  'hour',
  'meter calendar',
  'daily reports',
  'daily report',
  'monthly reports',
  'monthly report',
  'daily jackpot report',
  'monthly jackpot report',
  'month desk',
  'seal day',
  'fiscal layout',
  'what held',
] as const

export async function dayPages(page: AnyPage, location: string, recordOf: (list: string) => Promise<string>) {
  const followed = async (path: string, which: 'first' | 'last' = 'first') => {
    await page.goto(path)
    return (await page.locator('th[scope=row] a.ev')[which]().getAttribute('href')) ?? ''
  }
  const days = `/locations/${location}/days?timeRange=last+week`
  const day = await followed(days, 'last')
  const slotDay = await followed(day)
  const closed = await followed(days)
  await close(page, closed)
  const daily = await recordOf('/reports/daily-reports')
  const month = await recordOf('/reports/monthly-reports')
  return [
    { name: 'location day', path: day },
    { name: 'slot day', path: slotDay },
    { name: 'hour', path: await followed(slotDay, 'last') },
    { name: 'meter calendar', path: '/reports/meter-calendar' },
    { name: 'daily reports', path: '/reports/daily-reports' },
    { name: 'daily report', path: daily },
    { name: 'monthly reports', path: '/reports/monthly-reports' },
    { name: 'monthly report', path: month },
    { name: 'daily jackpot report', path: daily.replace('daily-report', 'daily-jackpot-report') },
    { name: 'monthly jackpot report', path: month.replace('monthly-report', 'monthly-jackpot-report') },
    { name: 'month desk', path: month.replace('monthly-report', 'month-desk') },
    { name: 'seal day', path: `${closed}/seal` },
    { name: 'what held', path: `/held/location/${location}` },
    { name: 'fiscal layout', path: `${await tenantOf(page)}/fiscal-layout` },
  ] as const
}

/** A report is made of a closed day; one that is closed already has no form. */
async function close(page: AnyPage, day: string): Promise<void> {
  await page.goto(day)
  if ((await page.locator('input[name=intent][value=close]').count()) === 0) return
  await page.locator('[name=reason]').fill('The collector is here')
  await page.locator('main form .btn-primary').last().click()
  await page.waitForLoadState?.()
}

async function tenantOf(page: AnyPage): Promise<string> {
  await page.goto('/tenants')
  return (await page.locator('th[scope=row] a').first().getAttribute('href')) ?? ''
}
