/** General settings (specification, section 3): what holds for people and notices, by system, tenant and location. */
import { faultOfColour } from '../contract/accent-colour'
import { MOST_ABSOLUTE_HOURS, MOST_IDLE_MINUTES } from '../contract/kiosks.contract'
import { floors, reasoned, settingsFor, type Catalogue } from './setting.contract'
import { faultOfReasons, MOST_REASONS_TEXT, usualReasonKinds } from '../contract/usual-reasons'

const people = settingsFor(['system', 'tenant'])
const places = settingsFor(['system', 'tenant', 'location'])
/** As many letters as an installation's own name has at most. */
const MOST_NAME_LETTERS = 60
/** What a tenant alone chooses. */
const tenants = settingsFor(['tenant'])
/** Amounts have a currency, which the system has not. */
const halls = settingsFor(['tenant', 'location'])

/** Characters of a password, wherever nothing longer is set. */
export const LEAST_PASSWORD = 10
/** An alarm that nobody has confirmed for this long is escalated to those who subscribed to that. */
export const ESCALATE_AFTER_MINUTES = 15
/** A person gets one e-mail of notifications in this time, with all that has happened since the last. */
export const NOTICE_MAIL_EVERY_MINUTES = 10

/** Raw rows of sealed days stay in their tables for so long, and are in archives afterwards. Convention. */
export const RAW_DAYS = 90

/** The largest file of firmware for SMIBs; a convention. */
export const FIRMWARE_MEGABYTES = 16

/** 10 lei, 2 euro: what players leave behind. Convention. */
const SMALL_CREDITS = { RON: 1_000, EUR: 200 }

export const generalSettings = {
  // Also where nobody has signed in, at the tenant's own address. Nothing set: as the installation.
  appearance: [
    tenants.text('appearance.name', null, { min: 2, max: MOST_NAME_LETTERS }),
    tenants.text('appearance.colour', null, { min: 7, max: 7, fault: faultOfColour }),
    tenants.flag('appearance.logo', false),
  ],
  // Nothing set: what the installation was started with (SESSION_IDLE_MINUTES, SESSION_ABSOLUTE_HOURS).
  session: [
    people.integer('session.idle', null, { unit: 'min', min: 1, max: MOST_IDLE_MINUTES }),
    people.integer('session.absolute', null, { unit: 'h', min: 1, max: MOST_ABSOLUTE_HOURS }),
    // Whoever signs in with a password alone may do nothing but set one up.
    ...floors(people.flag('session.second_factor', false)),
  ],
  // Of passwords that are set from then on. Nobody asks for less than the product does.
  passwords: floors(people.integer('passwords.min_length', LEAST_PASSWORD, { min: LEAST_PASSWORD, max: 64 })),
  notices: [
    // 0: never.
    places.integer('notices.escalate', ESCALATE_AFTER_MINUTES, { unit: 'min', min: 0, max: 1_440 }),
    people.integer('notices.mail_every', NOTICE_MAIL_EVERY_MINUTES, { unit: 'min', min: 1, max: 1_440 }),
  ],
  // After so long what moves money or seals asks for the second factor again. Nothing set: it does not.
  money: [people.integer('money.proof', null, { unit: 'min', min: 1, max: 720 })],
  // A reset, another point and the deletion of a level: one person asks, another one approves.
  jackpots: [people.flag('jackpots.second_person', false)],
  // Credits worth no more than this do not keep a slot out of a lock of many.
  locking: [halls.money('locking.small_credits', SMALL_CREDITS, { min: 0, max: 100_000 })],
  // Usual reasons, one press each, with semicolons between them. Nothing set: the console's own.
  reasons: usualReasonKinds.map(kind =>
    people.text(`reasons.${kind}`, null, { max: MOST_REASONS_TEXT, fault: faultOfReasons }),
  ),
  storage: reasoned(people.integer('storage.raw_days', RAW_DAYS, { unit: 'd', min: 30, max: 3_650 })),
  // As large as one may be, in megabytes: more than this a SMIB has no room for.
  firmware: [people.integer('firmware.max_mb', FIRMWARE_MEGABYTES, { min: 1, max: 32 })],
} as const satisfies Catalogue
