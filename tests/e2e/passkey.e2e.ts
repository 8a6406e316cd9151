/** A passkey in a browser: made, asked for when signing in, and removed. Chromium plays the key. */
import { expect, passwordOf, test } from './browse'

test('a person makes a passkey, signs in with it, and removes it @scripts', async ({ page, journey }) => {
  journey.allowErrors(/401/)
  const key = await page.context().newCDPSession(page)
  await key.send('WebAuthn.enable')
  await key.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      automaticPresenceSimulation: true,
      hasUserVerification: false,
    },
  })
  await journey.signIn('inspector')
  await page.goto('/user-profile/passkeys')
  await page.locator('#start_password').fill(passwordOf('inspector'))
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Key on the ring')
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.getByText('I have stored them')).toBeVisible()

  const signIn = async () => {
    await page.goto('/logout')
    await page.goto('/auth/login')
    await page.getByLabel('Username').fill('inspector')
    await page.getByLabel('Password', { exact: true }).fill(passwordOf('inspector'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/access/)
  }
  await signIn()
  // Removed again, as the person is everybody's: the key was shown just now.
  await page.goto('/user-profile/passkeys')
  await page.locator('#remove_password').fill(passwordOf('inspector'))
  await page.getByRole('button', { name: 'Remove a passkey' }).click()
  await expect(page.getByText('You have no passkeys.')).toBeVisible()
})
