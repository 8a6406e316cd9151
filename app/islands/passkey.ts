/**
 * An island because only a browser's script can ask a security key or a telephone to sign. Without one the text stands
 * that says what else opens.
 */
import type { Watch } from './watch'

export interface PasskeyProps {
  does: 'make' | 'use'
  /** As the backend asks: binary values are base64url. */
  options: Options
  words: { failed: string }
}

interface Described {
  id: string
  type: 'public-key'
  transports?: string[] | undefined
}
interface Options {
  challenge: string
  user?: { id: string; name: string; displayName: string } | undefined
  excludeCredentials?: Described[] | undefined
  allowCredentials?: Described[] | undefined
}

/**
 * The form around it is held until its field `response` has the answer. Its button waits for the island: pressed
 * before, the form would go without an answer, and whoever was quick would read that their browser runs no scripts.
 */
export const watchPasskey: Watch<PasskeyProps> = (element, { does, options, words }) => {
  const form = element.closest('form')
  const field = form?.querySelector<HTMLInputElement>('input[name="response"]')
  if (!form || !field || !('PublicKeyCredential' in window)) return
  const failed = document.createElement('p')
  failed.setAttribute('role', 'alert')
  element.replaceChildren(failed)
  form.querySelector('button')?.removeAttribute('disabled')
  let isAsking = false
  form.addEventListener('submit', event => {
    if (field.value !== '') return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    failed.textContent = ''
    void answered(does, options).then(answer => {
      isAsking = false
      if (!answer) failed.textContent = words.failed
      else {
        field.value = JSON.stringify(answer)
        form.requestSubmit()
      }
    })
  })
}

/** Null when the person, the key or the browser said no. */
async function answered(does: PasskeyProps['does'], options: Options): Promise<object | null> {
  try {
    const found = await (does === 'make'
      ? navigator.credentials.create({ publicKey: binary(options) as PublicKeyCredentialCreationOptions })
      : navigator.credentials.get({ publicKey: binary(options) as PublicKeyCredentialRequestOptions }))
    return found instanceof PublicKeyCredential ? written(found) : null
  } catch {
    return null
  }
}

const described = (list: Described[] | undefined) => list?.map(one => ({ ...one, id: bytes(one.id) }))

function binary({ challenge, user, excludeCredentials, allowCredentials, ...rest }: Options): object {
  return {
    ...rest,
    challenge: bytes(challenge),
    ...(user && { user: { ...user, id: bytes(user.id) } }),
    ...(excludeCredentials && { excludeCredentials: described(excludeCredentials) }),
    ...(allowCredentials && { allowCredentials: described(allowCredentials) }),
  }
}

function written({ id, rawId, response }: PublicKeyCredential): object {
  const made = response as Partial<AuthenticatorAttestationResponse>
  const used = response as Partial<AuthenticatorAssertionResponse>
  return {
    id,
    rawId: text(rawId),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: text(response.clientDataJSON),
      ...(made.attestationObject && {
        attestationObject: text(made.attestationObject),
        transports: made.getTransports?.() ?? [],
      }),
      ...(used.authenticatorData &&
        used.signature && {
          authenticatorData: text(used.authenticatorData),
          signature: text(used.signature),
          userHandle: used.userHandle ? text(used.userHandle) : null,
        }),
    },
  }
}

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
