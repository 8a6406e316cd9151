/** What every page's frame needs, as the root loader answers it. Types only: session fills it, console reads it. */
import type { Appearance } from '../../backend/accounting/appearance/appearance.contract'
import type { PermissionMap } from '../../backend/platform/contract/permissions'
import type { Locale } from '../i18n/locales'
import type { Tone } from '../ui/tone'

export const themes = ['auto', 'light', 'dark', 'contrast'] as const
/** `auto` follows the device's own setting. */
export type Theme = (typeof themes)[number]

export const densities = ['auto', 'compact', 'comfortable', 'touch'] as const
export type Density = (typeof densities)[number]
/** Whether `/` goes to the search field: speech input needs single keys that can be switched off (WCAG 2.1.4). */
export const searchKeys = ['auto', 'off'] as const
export type SearchKey = (typeof searchKeys)[number]
/** Of a large one a list fills more rows. */
export type WindowSize = 'large' | 'usual'
/** Rows of a list's page, as offered everywhere; an address may name others. */
export const pageSizes = [10, 25, 50, 100] as const

interface ShellUser {
  id: string
  /** Full name as shown in the user menu. */
  name: string
  username: string
  tenantId: string
  /** Address of their picture. */
  picture: string | null
  /** Rules leave them a part of the network: they decide nothing for a whole location or tenant. */
  isNarrowed?: true
}

export interface FlashMessage {
  tone: Exclude<Tone, 'muted'>
  text: string
  /** Until the next page, as bad news does. */
  stays?: boolean
}

/** Milliseconds, at the moment when the page was made. */
export interface SessionEnd {
  remaining: number
  /** Not to be put off by working on. */
  isFinal: boolean
  /** So long before the end an open page warns. */
  warning: number
}

export interface ShellData {
  user: ShellUser | null
  permissions: PermissionMap
  locale: Locale
  theme: Theme
  density: Density
  /** IANA name. */
  timeZone: string
  flash: FlashMessage | null
  nonce: string
  /** Path and query of the page being shown. */
  path: string
  /** When the page was made, epoch milliseconds. */
  now: number
  requestId?: string
  /** Of the demo's history that is being made: its task, and how far it is in basis points. */
  historyProgress?: { task: string; title: string; progress: number } | null
  /** Of the person's tenant, or of the one whose own address this is. */
  appearance?: Appearance | null
  preferences: { rowsPerPage: number | null; searchKey?: SearchKey; window?: WindowSize }
  /** Absent when nobody is signed in. */
  sessionEnd?: SessionEnd
  /** Notifications that this person has not seen; null while that is not known. */
  unseen?: number | null
  /**
   * A page that is shown alike to whoever opens it, and keeps nothing in their browser: its address says the
   * language.
   */
  isForAnybody?: true
  /** What the refused form of this page was answered with. */
  answer?: unknown
}
