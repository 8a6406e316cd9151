import { expect, test } from '../../support/journey'

const file = { name: 'smib.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('firmware') }

test('a manager uploads a version, drafts its rollout, sees what it is about, starts, pauses and stops it', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/advanced/firmware-versions/upload')
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByLabel('Version', { exact: true }).fill('9.9.1')
  await page.getByRole('button', { name: 'Upload version' }).last().click()
  await expect(page.getByText('The version is stored')).toBeVisible()
  // SHA-256 of "firmware".
  await expect(page.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible()
  const version = new URL(page.url()).pathname

  await page.goto('/advanced/firmware-versions/upload')
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByLabel('Version', { exact: true }).fill('9.9.1')
  await page.getByRole('button', { name: 'Upload version' }).last().click()
  await expect(page.getByText('Already in use').first()).toBeVisible()

  await page.goto('/locations')
  const link = page.getByRole('rowheader').first().getByRole('link')
  const location = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.goto(
    `/advanced/firmware-rollouts/new?firmware=${version.split('/').at(-1)}&location=${location}`,
  )
  await page.getByLabel('Name', { exact: true }).fill('Trial of 9.9.1')
  await page.getByRole('button', { name: 'Draft rollout' }).last().click()
  await expect(page.getByRole('heading', { name: 'Trial of 9.9.1' })).toBeVisible()
  await expect(page.getByText('unknown: ').first()).toBeVisible()
  const rollout = new URL(page.url()).pathname

  const press = async (action: string, button: string) => {
    await page.goto(`${rollout}/${action}`)
    await page.getByLabel('Reason').fill('Tried in one location')
    await page.getByRole('button', { name: button }).last().click()
  }
  await page.goto(`${rollout}/start`)
  await expect(page.getByText('The SMIBs load the version wave by wave')).toBeVisible()
  await expect(page.getByText('Waiting and offline now').first()).toBeVisible()
  await press('start', 'Start the rollout')
  await expect(page.getByText('The rollout is started.')).toBeVisible()
  await press('pause', 'Pause the rollout')
  await expect(page.getByText('The rollout is paused.')).toBeVisible()
  await press('stop', 'Stop the rollout')
  await page.goto(rollout)
  await expect(page.getByText('stopped', { exact: true }).first()).toBeVisible()
  await page.goto(`/advanced/firmware-boards?rollout=${rollout.split('/').at(-1)}`)
  await expect(page.getByText('stopped before its turn').first()).toBeVisible()
})

test('an operator reads rollouts and has no button to begin one', async ({ page, journey }) => {
  await journey.signIn('operator')
  await page.goto('/advanced/firmware-rollouts')
  await expect(page.getByRole('heading', { name: 'Firmware Rollouts' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New rollout' })).toHaveCount(0)
})
