import { randomUUID } from 'node:crypto'

/** Made with the page: a second press of the same button is the same step. */
export const keyOf = (form: FormData): string =>
  /^[0-9a-f-]{36}$/.test(String(form.get('idempotency_key')))
    ? String(form.get('idempotency_key'))
    : randomUUID()
