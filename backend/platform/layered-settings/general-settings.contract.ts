/** General settings (specification, section 3): what holds for people and notices, by system, tenant and location. */
import { MOST_ABSOLUTE_HOURS, MOST_IDLE_MINUTES } from '../contract/kiosks.contract'
import { reasoned, settingsFor, type Catalogue } from './setting.contract'
import { faultOfReasons, MOST_REASONS_TEXT, usualReasonKinds } from '../contract/usual-reasons'

const people = settingsFor(['system', 'tenant'])
const places = settingsFor(['system', 'tenant', 'location'])
/** Amounts have a currency, which the system has not. */
const halls = settingsFor(['tenant', 'location'])

/** An alarm that nobody has confirmed for this long is escalated to those who subscribed to that. */
export const ESCALATE_AFTER_MINUTES = 15
/** A person gets one e-mail of notifications in this time, with all that has happened since the last. */
export const NOTICE_MAIL_EVERY_MINUTES = 10

/** Raw rows of sealed days stay in their tables for so long, and are in archives afterwards. Convention. */
export const RAW_DAYS = 90

/** 10 lei, 2 euro: what players leave behind. Convention. */
const SMALL_CREDITS = { RON: 1_000, EUR: 200 }

export const generalSettings = {
  // Nothing set: what the installation was started with (SESSION_IDLE_MINUTES, SESSION_ABSOLUTE_HOURS).
  session: [
    people.integer('session.idle', null, { unit: 'min', min: 1, max: MOST_IDLE_MINUTES }),
    people.integer('session.absolute', null, { unit: 'h', min: 1, max: MOST_ABSOLUTE_HOURS }),
    // Whoever signs in with a password alone may do nothing but set one up.
    people.flag('session.second_factor', false),
  ],
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
} as const satisfies Catalogue
