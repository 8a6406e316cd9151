import { roleId } from '../../../backend/identity/auth/roles'
import { expect, test } from '../../support/journey'

const heads = 'table thead th'
const columns = async (page: { locator: (path: string) => { allInnerTexts(): Promise<string[]> } }) =>
  (await page.locator(heads).allInnerTexts()).map(text => text.trim())

test.describe('figures in lists', () => {
  test('a manager reads connected slots and today’s net win on the page, on paper and in a file', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/locations')
    const found = await columns(page)
    expect(found).toContain('Slots connected')
    expect(found).toContain('Net win today RON')
    const place = page.locator('table tbody tr').first()
    await expect(place).toContainText(/\d+\/\d+/)
    const [, shown = '', total = ''] = /(\d+)\/(\d+)/.exec(await place.innerText()) ?? []
    await page.goto('/locations/print')
    expect(await columns(page)).toContain('Net win today RON')
    const [head = '', line = ''] = (
      await (await page.request.get('/locations/export.csv?format=machine')).text()
    ).split('\r\n')
    const names = head.replace(/[\uFEFF"]/g, '').split(',')
    const values = line.split(',')
    expect(values[names.indexOf('connected')]).toBe(shown)
    expect(values[names.indexOf('slots')]).toBe(total)
    // In the first minutes of a day nothing is known of it yet.
    const isKnown = !(await place.innerText()).includes('–')
    expect(values[names.indexOf('net_win_today_ron')]).toMatch(
      isKnown ? /^-?\d+\.\d\d$/ : /^(?:-?\d+\.\d\d)?$/,
    )
    expect(values[names.indexOf('net_win_today_eur')]).toBe('')
  })

  test('a manager reads what each slot took today, and an administrator what tenants have', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/slots')
    expect(await columns(page)).toContain('Net win today RON')
    await journey.meanwhile('admin', async page => {
      await page.goto('/tenants')
      const found = await columns(page)
      for (const column of ['Locations', 'Slots connected']) expect(found).toContain(column)
    })
  })

  test('who may not see slots finds no such column anywhere', async ({ page, journey, site }) => {
    const taken = ['slot::list', 'slot::get']
    await site.deps.db
      .deleteFrom('role_permissions')
      .where('role_id', '=', roleId('auditor'))
      .where('permission', 'in', taken)
      .execute()
    await journey.signIn('auditor')
    for (const path of ['/locations', '/locations/print']) {
      await page.goto(path)
      const found = await columns(page)
      expect(found).toContain('City')
      for (const column of found) expect(column).not.toMatch(/Connected|Net win|Slots/)
    }
    const file = await (await page.request.get('/locations/export.csv?format=machine')).text()
    expect(file).toContain('city')
    expect(file).not.toMatch(/connected|net_win|slots/)
    await page.goto('/locations/columns')
    await expect(page.getByLabel('City', { exact: true })).toBeVisible()
    await expect(page.getByText('Net win today')).toHaveCount(0)
    await expect(page.getByText('Slots connected')).toHaveCount(0)
    await page.goto('/slots')
    await expect(page.getByRole('table')).toHaveCount(0)
  })
})
