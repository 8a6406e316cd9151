/** A picture of oneself, sent by a plain form. */
import { MAX_AVATAR_BYTES } from '../../../backend/identity/profile/profile.contract'
import { expect, test, type Page } from '../../support/journey'
import { jpeg, svg } from '../../support/pictures'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('a person sets a picture of themselves, which stands beside their name until they remove it', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/user-profile/personal-information')
  const save = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType, buffer })
    await page.getByRole('button', { name: 'Save the picture' }).click()
    return mainOf(page)
  }
  await page.getByRole('button', { name: 'Save the picture' }).click()
  expect(mainOf(page)).toContain('Choose a file first')
  expect(await save('me.png', 'image/png', svg)).toContain('This is no PNG or JPEG picture')
  expect(await save('me.png', 'image/png', Buffer.alloc(MAX_AVATAR_BYTES + 1))).toContain(
    'The file is larger than 8 MB',
  )
  await save('me.jpg', 'image/jpeg', await jpeg())
  await expect(page.getByText('The picture is saved.')).toBeVisible()
  const shown = (where: string) => page.document.querySelector(`${where} img.avatar`)?.getAttribute('src')
  const address = shown('summary') ?? ''
  expect(address).toMatch(/^\/user-profile\/avatar\/[0-9a-f]{24}\?v=[\w-]{16}$/)
  expect([shown('aside'), shown('main form')]).toEqual([address, address])
  const picture = await page.request.get(address)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/webp'])
  expect((await journey.browser().request.get(address)).headers()['content-type']).not.toBe('image/webp')
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(page.getByText('The picture is removed.')).toBeVisible()
  expect(shown('summary')).toBeUndefined()
})
