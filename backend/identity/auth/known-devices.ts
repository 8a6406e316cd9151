/**
 * Browsers in which somebody has signed in before: they pass the locks that strangers cause. A browser keeps one text
 * with an entry for each of its last people, since locations share a kiosk; each entry is bound to its person and to
 * their present password, is of no use for signing in without it, and is replaced at each sign-in.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Milliseconds. */
const DEVICE_MS = 180 * DAY_MS
/** People of one browser; the one who was there longest ago goes first. */
const MOST_PEOPLE = 8

export interface DeviceOwner {
  id: string
  /** A new password makes every device a stranger again. */
  password_changed_at: number
}

interface Entry {
  text: string
  id: string
  expires: string
  mac: string
}

/**
 * The id of this browser as `owner` knows it, or null. Without an owner it works as long: time does not tell who
 * exists.
 */
export function knownDevice(
  device: string | undefined,
  owner: DeviceOwner | undefined,
  key: Uint8Array,
  now: number,
): string | null {
  const whose = owner ?? { id: '', password_changed_at: 0 }
  const found = entriesIn(device, now).filter(entry => isOf(entry, whose, key))[0]
  return owner && found ? found.id : null
}

/** What the browser keeps from now on: a new entry for who has just signed in, and those of its other people. */
export function rememberDevice(
  device: string | undefined,
  owner: DeviceOwner,
  key: Uint8Array,
  now: number,
): string {
  const entry = {
    id: randomBytes(12).toString('base64url'),
    expires: Math.floor((now + DEVICE_MS) / 1000).toString(36),
  }
  const others = entriesIn(device, now)
    .filter(other => !isOf(other, owner, key))
    .map(other => other.text)
  return [`${entry.id}.${entry.expires}.${macOf(entry, owner, key).toString('base64url')}`, ...others]
    .slice(0, MOST_PEOPLE)
    .join('~')
}

function entriesIn(device: string | undefined, now: number): Entry[] {
  return (device ?? '')
    .split('~')
    .slice(0, MOST_PEOPLE)
    .flatMap(text => {
      const [, id = '', expires = '', mac = ''] =
        /^([\w-]{16})\.([0-9a-z]{1,8})\.([\w-]{43})$/.exec(text) ?? []
      return mac !== '' && Number.parseInt(expires, 36) * 1000 > now ? [{ text, id, expires, mac }] : []
    })
}

const isOf = (entry: Entry, owner: DeviceOwner, key: Uint8Array): boolean =>
  timingSafeEqual(Buffer.from(entry.mac, 'base64url'), macOf(entry, owner, key))

const macOf = ({ id, expires }: Pick<Entry, 'id' | 'expires'>, owner: DeviceOwner, key: Uint8Array): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([owner.id, owner.password_changed_at, id, expires]))
    .digest()
