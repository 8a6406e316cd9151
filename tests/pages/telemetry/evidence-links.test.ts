/** From an event to the message that it came with, for whoever may mend it and for whoever may only look. */
import { expect, test } from '../../support/journey'

test('an event leads to its message: to where it is corrected, or to where it is read', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/events?code=11&timeRange=now-60d')
  const way = page.document.querySelector('main tbody a[href$="/message"]')
  const nr = way?.textContent ?? ''
  expect(way?.getAttribute('aria-label')).toBe(`Message ${nr}, with which the event came`)
  const path = way?.getAttribute('href') ?? ''
  await page.goto(path)
  expect(page.url()).toMatch(/\/message-edits\/part\?smib=[0-9a-f]{24}&at=\d+&nr=\d+$/)
  // The event itself, told apart from others of the message by its number and time.
  const row = [...page.document.querySelectorAll('main tbody tr')].find(one =>
    one.textContent?.includes('Slot door opened'),
  )
  expect(row?.textContent).toMatch(/no\. [\d,]+, \d\d\/\d\d\/\d{4}/)

  await journey.meanwhile('auditor', async auditor => {
    await auditor.goto(path)
    expect(new URL(auditor.url()).pathname).toMatch(/^\/messages\/[0-9a-f]{24}$/)
    expect(auditor.document.querySelector('main tbody')?.textContent).toContain(nr)
    expect((await auditor.goto(`/events/${'0'.repeat(24)}/message`)).status()).toBe(404)
  })
})
