// @vitest-environment jsdom
/** What a browser's key is asked, and how its answer comes into the form: as the backend reads it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { madePasskey, usedPasskey } from '../../backend/identity/auth/passkeys.contract'
import { watchPasskey } from './passkey'

class Credential {
  constructor(
    readonly id: string,
    readonly rawId: ArrayBuffer,
    readonly response: object,
  ) {}
}
const bytes = (...values: number[]) => Uint8Array.from(values).buffer
const create = vi.fn<(asked: { publicKey: Record<string, unknown> }) => Promise<unknown>>()
const get = vi.fn<(asked: { publicKey: Record<string, unknown> }) => Promise<unknown>>()

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', Credential)
  Object.defineProperty(navigator, 'credentials', { value: { create, get }, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  document.body.replaceChildren()
})

const never = () => Promise.resolve(false)
function stand(does: 'make' | 'use', options: Parameters<typeof watchPasskey>[1]['options']) {
  document.body.innerHTML =
    '<form><input type="hidden" name="response" value=""><div><p>needs a script</p></div><button disabled></button></form>'
  const form = document.querySelector('form') as HTMLFormElement
  const sent: string[] = []
  form.requestSubmit = () => {
    const event = new Event('submit', { cancelable: true })
    if (form.dispatchEvent(event)) sent.push(form.querySelector('input')?.value ?? '')
  }
  watchPasskey(
    form.querySelector('div') as HTMLElement,
    { does, options, words: { failed: 'not used' } },
    never,
  )
  return { form, sent }
}

it('makes a key of what the backend asked for, and sends what the backend reads', async () => {
  create.mockResolvedValue(
    new Credential('_-8A', bytes(255, 239, 0), {
      clientDataJSON: bytes(123, 125),
      attestationObject: bytes(251, 255, 254),
      getTransports: () => ['usb'],
    }),
  )
  const { form, sent } = stand('make', {
    challenge: '_-8A',
    user: { id: 'AQI', name: 'olga', displayName: 'Olga' },
    excludeCredentials: [{ id: 'AwQ', type: 'public-key' }],
  })
  expect(form.querySelector('button')?.disabled).toBe(false)
  form.requestSubmit()
  await expect.poll(() => sent).toHaveLength(1)
  const asked = create.mock.calls[0]?.[0].publicKey as {
    challenge: Uint8Array
    user: { id: Uint8Array }
    excludeCredentials: { id: Uint8Array }[]
  }
  expect([...asked.challenge]).toEqual([255, 239, 0])
  expect([...asked.user.id]).toEqual([1, 2])
  expect([...(asked.excludeCredentials[0]?.id ?? [])]).toEqual([3, 4])
  const made = madePasskey.parse(JSON.parse(sent[0] ?? ''))
  expect(made).toMatchObject({
    id: '_-8A',
    rawId: '_-8A',
    response: { attestationObject: '-__-', transports: ['usb'] },
  })
})

it('uses a key, asks once however often it is pressed, and says when the person said no', async () => {
  get.mockRejectedValueOnce(new Error('the person said no'))
  const { form, sent } = stand('use', {
    challenge: 'AQI',
    allowCredentials: [{ id: 'AwQ', type: 'public-key' }],
  })
  form.requestSubmit()
  form.requestSubmit()
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toBe('not used')
  expect([get.mock.calls.length, sent.length]).toEqual([1, 0])
  get.mockResolvedValue(
    new Credential('AwQ', bytes(3, 4), {
      clientDataJSON: bytes(123, 125),
      authenticatorData: bytes(1),
      signature: bytes(2),
      userHandle: null,
    }),
  )
  form.requestSubmit()
  await expect.poll(() => sent).toHaveLength(1)
  expect(usedPasskey.parse(JSON.parse(sent[0] ?? '')).response).toMatchObject({
    signature: 'Ag',
    userHandle: null,
  })
})

it('leaves the words of the page where the browser knows no passkeys', () => {
  vi.unstubAllGlobals()
  const { form } = stand('use', { challenge: 'AQI' })
  expect(form.textContent).toContain('needs a script')
  expect(form.querySelector('button')?.disabled).toBe(true)
})
