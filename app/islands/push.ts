/**
 * An island because only a browser's script can subscribe to its push service. Without one the text stands that says
 * what it takes.
 */
import type { Watch } from './watch'

export interface PushProps {
  /** By which push services know this installation, base64url. */
  publicKey: string
  words: { denied: string; failed: string }
}

/** What the backend stores of a subscription. */
const FIELDS = ['endpoint', 'p256dh', 'auth'] as const

/** The form around it is held until its fields have the subscription. */
export const watchPush: Watch<PushProps> = (element, { publicKey, words }) => {
  const form = element.closest('form')
  if (!form || !('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return
  const failed = document.createElement('p')
  failed.setAttribute('role', 'alert')
  element.replaceChildren(failed)
  form.querySelector('button')?.removeAttribute('disabled')
  let isSubscribed = false
  let isAsking = false
  form.addEventListener('submit', event => {
    if (isSubscribed) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    failed.textContent = ''
    void subscribed(publicKey).then(found => {
      isAsking = false
      if (typeof found === 'string') {
        failed.textContent = words[found]
        return
      }
      for (const name of FIELDS) {
        const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
        if (field) field.value = found[name]
      }
      isSubscribed = true
      form.requestSubmit()
    })
  })
}

/** base64url, as the backend says it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function subscribed(
  publicKey: string,
): Promise<Record<(typeof FIELDS)[number], string> | 'denied' | 'failed'> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'denied'
    await navigator.serviceWorker.register('/push-worker.js')
    const { pushManager } = await navigator.serviceWorker.ready
    const present = await pushManager.getSubscription()
    // The present one works until the backend has the new one, which is the same where the key is. One under another
    // key reads nothing from here.
    const isOurs = present !== null && keyOf(present) === publicKey
    if (present && !isOurs) await present.unsubscribe()
    const made =
      present && isOurs
        ? present
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    return endpoint && keys?.p256dh && keys.auth
      ? { endpoint, p256dh: keys.p256dh, auth: keys.auth }
      : 'failed'
  } catch {
    return 'failed'
  }
}
