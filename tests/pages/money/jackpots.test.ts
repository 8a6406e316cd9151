/**
 * The end of a jackpot's evening, without scripts: a win that is celebrated, paid and reset, and what the level's
 * history says of it.
 */
import { firstRecord } from '../../support/any-page'
import { expect, test } from '../../support/journey'

test('a win is stopped and paid, its level is reset, and the history says in words with what the next run begins', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  // The demo's own, in whose language this hall works.
  page.cookies.set('lng', 'ro')
  const win = await firstRecord(page, '/jackpot-history?state=celebrating')
  const confirm = async (path: string) => {
    await page.goto(path)
    await page.locator('textarea[name="reason"]').fill('Văzut la casierie')
    await page.locator('main form .btn-primary, main form .btn-error').last().click()
  }
  await confirm(`${win}/stop`)
  await expect(page.getByText('Anunțarea a fost oprită.').first()).toBeVisible()
  await confirm(`${win}/pay`)
  await expect(page.getByText('Plata a fost confirmată.').first()).toBeVisible()
  const level = await page.locator('main a[href^="/jackpot-levels/"]').first().getAttribute('href')
  await confirm(`${level}/reset`)
  await expect(page.getByRole('main')).toContainText('Ciclul începe cu')
  await expect(page.getByRole('main')).toContainText(/Ciclul începe cu\D+\d[\d.]*,\d\d\s*RON/)
  await expect(page.getByRole('main')).not.toContainText('{"minor"')
  // Once is enough.
  journey.allowErrors(/409|422/)
  await page.goto(`${win}/pay`)
  await expect(page.locator('main form .btn-error')).toHaveCount(0)
})
