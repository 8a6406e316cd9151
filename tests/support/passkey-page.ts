/** What the island of passkeys does in a browser, done by a key in software: it reads what is asked, and fills the form's hidden field. */
import type { Page } from './journey'

export const asked = (page: Page) =>
  JSON.parse(page.document.querySelector<HTMLElement>('[data-island="passkey"]')?.dataset.props ?? '{}') as {
    options: { challenge: string }
  }

export async function answer(page: Page, response: object) {
  const form = page.document.querySelector('[data-island="passkey"]')?.closest('form')
  const field = form?.querySelector<HTMLInputElement>('input[name="response"]')
  if (!form || !field) throw new Error('no form asks for a passkey')
  field.value = JSON.stringify(response)
  const button = form.querySelector<HTMLElement>('button.btn')
  if (button) await page.press(button, 'what the island sends')
}
