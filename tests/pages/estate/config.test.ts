import { expect, recordOf, testWithBoards as test } from '../../support/journey'

test.describe('configuration', () => {
  test('a manager sets a hall’s heartbeat, its boards inherit it, and the hall takes it back', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const location = await recordOf(page, `/locations?query=Constanța Tomis`)
    const smib = await recordOf(page, `/advanced/smibs?location=${location}`)
    await page.goto(`/locations/${location}`)
    await page.getByRole('link', { name: 'Configuration', exact: true }).click()
    await expect(page.getByRole('row', { name: /Heartbeat period 60 s System default/ })).toBeVisible()
    await page.getByRole('link', { name: 'Change settings' }).click()
    await page.getByLabel('Heartbeat period').fill('5')
    await page.getByLabel('Wi-Fi network (SSID)').fill('sala-noua')
    await page.getByLabel('Wi-Fi password').fill('Cheia salii 7!')
    journey.allowErrors(/422/)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('link', { name: 'Heartbeat period: Must be at least 10' })).toBeVisible()
    await expect(page.getByLabel('Wi-Fi network (SSID)')).toHaveValue('sala-noua')
    await page.getByLabel('Heartbeat period').fill('45')
    await page.getByLabel('Wi-Fi password').fill('Cheia salii 7!')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('row', { name: /Heartbeat period 45 s Set here/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Wi-Fi password Set, not shown Set here/ })).toBeVisible()
    expect(await page.content()).not.toContain('Cheia salii')

    await page.goto(`/config/smib/${smib}`)
    await expect(page.getByRole('row', { name: /Heartbeat period 45 s Inherited from/ })).toBeVisible()
    await page
      .getByRole('row', { name: /Heartbeat period/ })
      .getByRole('link', { name: /Inherited from/ })
      .click()
    await page.getByRole('button', { name: 'Clear Heartbeat period: back to inherited' }).click()
    await expect(page.getByRole('row', { name: /Heartbeat period 60 s System default/ })).toBeVisible()

    await page
      .getByRole('link', { name: /^Restore version \d+$/ })
      .first()
      .click()
    await expect(page.getByText(/settings? changes?\. Nothing is lost/)).toBeVisible()
    await page.getByRole('button', { name: /Restore version \d+ as a new one/ }).click()
    await expect(page.getByText(/brought back from version/)).toBeVisible()
    await expect(page.getByRole('row', { name: /Heartbeat period 45 s Set here/ })).toBeVisible()
  })

  test('two people change the same settings: the later one sees both and chooses', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const location = await recordOf(page, `/locations?query=Brașov`)
    await page.goto(`/config/location/${location}/edit`)
    await page.getByLabel('Pulse off-time').fill('120')
    await page.getByLabel('Reason').fill('Slow counters')
    await journey.meanwhile('manager', async other => {
      await other.goto(`/config/location/${location}/edit`)
      await other.getByLabel('Pulse off-time').fill('180')
      await other.getByLabel('Reason').fill('Slower counters')
      await other.getByRole('button', { name: 'Save settings' }).click()
      await expect(other.getByRole('row', { name: /Pulse off-time 180 ms/ })).toBeVisible()
    })
    journey.allowErrors(/409/)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText(/^Saved by /)).toBeVisible()
    const choice = page.getByRole('row', { name: /Pulse off-time/ })
    await expect(choice.getByLabel('120')).toBeChecked()
    await choice.getByLabel('180').check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('row', { name: /Pulse off-time 180 ms Set here/ })).toBeVisible()
    await expect(page.getByText('Reason: Slower counters')).toBeVisible()
  })

  test('an auditor compares two halls and changes nothing', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/config/compare')
    await page.getByLabel('First location').selectOption({ label: 'București Titan' })
    await page.getByLabel('Second location').selectOption({ label: 'București Militari' })
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(
      page.getByRole('row', { name: /Wi-Fi channel 1 · Set here 6 · Set here differs/ }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'București Titan' }).first().click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Configuration of București Titan' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Change settings' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /back to inherited/ })).toHaveCount(0)
  })

  test('the fraud detector is set in lei and goes back to its defaults', async ({ page, journey }) => {
    await journey.signIn('admin')
    const tenant = await recordOf(page, `/tenants?query=Dunărea`)
    await page.goto(`/config/tenant/${tenant}`)
    await page.getByRole('link', { name: 'Fraud detector' }).click()
    await expect(
      page.getByRole('row', { name: /Largest hand-paid amount RON 10,000.00 System default/ }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Change settings' }).click()
    await page.getByLabel('Largest hand-paid amount').fill('7500.50')
    await page.getByLabel('Lock the slot at once').selectOption({ label: 'Yes' })
    journey.allowErrors(/422/)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('link', { name: 'Reason is required' })).toBeVisible()
    await expect(page.getByLabel('Largest hand-paid amount')).toHaveValue('7500.50')
    await page.getByLabel('Reason', { exact: true }).fill('The owners decided so')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(
      page.getByRole('row', { name: /Largest hand-paid amount RON 7,500.50 Set here/ }),
    ).toBeVisible()
    await expect(page.getByText('Reason: The owners decided so').first()).toBeVisible()
    await page.getByRole('link', { name: /Largest hand-paid amount/ }).click()
    await expect(page.getByLabel('Largest hand-paid amount')).toHaveValue('')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Back to defaults' }).click()
    await page.getByRole('button', { name: 'Back to defaults' }).click()
    await expect(page.getByRole('link', { name: 'Reason is required' })).toBeVisible()
    await page.getByLabel('Reason', { exact: true }).fill('Tried for a week')
    await page.getByRole('button', { name: 'Back to defaults' }).click()
    await expect(
      page.getByRole('row', { name: /Largest hand-paid amount RON 10,000.00 System default/ }),
    ).toBeVisible()
  })

  test('a board is asked for its machine’s SAS configuration, and the page says how far that is', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    // One that answers: imported slots of the same makers have neither SMIB nor SAS address.
    const slot = await recordOf(page, `/slots?query=EGT&status=active&state=online`)
    await page.goto(`/config/slot/${slot}`)
    await expect(page.getByRole('row', { name: /SAS address \d+ Record of slot/ })).toBeVisible()
    await page.getByRole('button', { name: 'Ask the SMIB, only show' }).click()
    await expect(page.getByText(/waits for the SMIB|on its way|answered/).first()).toBeVisible()
    await page.getByRole('link', { name: 'What the database knows' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /SAS configuration of/ })).toBeVisible()
  })
})

test.describe('what a place says of its boards', () => {
  test('a manager sets after which silence boards are offline and how often they poll; a board inherits both', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const location = await recordOf(page, `/locations?query=Cluj Mărăști`)
    await page.goto(`/config/location/${location}/edit`)
    await page.getByLabel('No contact for this long: stale').fill('40')
    journey.allowErrors(/422/)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('link', { name: /offline: Must be longer than the silence/ })).toBeVisible()
    await page.getByLabel('No contact for this long: offline').fill('120')
    await page.getByLabel('Poll interval').fill('400')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(
      page.getByRole('row', { name: /No contact for this long: offline 120 min Set here/ }),
    ).toBeVisible()
    const smib = await recordOf(page, `/advanced/smibs?location=${location}`)
    await page.goto(`/config/smib/${smib}`)
    await expect(
      page.getByRole('row', { name: /No contact for this long: stale 40 min Inherited from/ }),
    ).toBeVisible()
    await expect(page.getByRole('row', { name: /Poll interval 400 ms Inherited from/ })).toBeVisible()
  })

  test('the system’s defaults stand with their values in every language', async ({ page, journey }) => {
    await journey.signIn('admin')
    const [tenant, location, smib, slot] = [
      await recordOf(page, '/tenants?query=Steaua'),
      await recordOf(page, '/locations?query=Militari'),
      await recordOf(page, '/advanced/smibs'),
      await recordOf(page, '/slots'),
    ]
    for (const [lng, word] of [
      ['en', 'System default'],
      ['ro', 'Implicit din sistem'],
      ['pt', 'Predefinição do sistema'],
    ] as const) {
      // This browser's choice alone: others sign in with the same name.
      page.cookies.set('lng', lng)
      for (const path of [
        `/config/tenant/${tenant}`,
        `/config/location/${location}`,
        `/config/smib/${smib}`,
        `/config/fraud/${tenant}`,
      ]) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lng}`))
        await expect(page.getByRole('row', { name: new RegExp(`\\d+ min ${word}`) }).first()).toBeVisible()
        await expect(page.locator('main')).not.toContainText(/(config|fraud|engine):/)
      }
      await page.goto(`/config/slot/${slot}`)
      await expect(page.locator('main')).not.toContainText(/(config|fraud|engine):/)
    }
  })
})
