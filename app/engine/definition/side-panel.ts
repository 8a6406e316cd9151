/**
 * A side panel shows what the backend knows of a record apart from the record itself, such as its last events
 * and its figures. A definition says what to ask and how the answer reads; the engine asks, and a section
 * that cannot be read says so while the page stays.
 */
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { Known } from '../address/notice'

type Row = Record<string, unknown> & { _id: string }

export interface Question<Shape extends z.ZodType = z.ZodType> {
  permission: PermissionRule
  path: string
  /** Left out, it is a GET. */
  body?: Record<string, unknown>
  shape: Shape
}

interface SidePanelOf<Shape extends z.ZodType, Also extends z.ZodType> {
  /** Key of the section's heading. Without the permission there is no section. */
  title: string
  /** The question depends on the record's id and the page's address, so it is sent together with the record's own. */
  ask: (id: string, search: URLSearchParams) => Question<Shape>
  /** What `ask` reads of the address, and which texts it can use. */
  address?: Known
  /**
   * The id of another record that the page's row names; its question is sent once that row is read. Null:
   * this row names none.
   */
  of?: (row: Row) => string | null
  /** A second question, which finds out why the first answer leaves the section empty. */
  otherwise?: { isEmpty: (answer: z.output<Shape>) => boolean; ask: Question<Also> }
  /** Where all of it is. */
  more?: (id: string) => string
  /** It also has the page to itself, at `?tab=<this>`, where what `address` reads is written. */
  tab?: string
  /** Left out, it is not a section: it leads the page, or stands in its rail. */
  show?: (answer: z.output<Shape>, reason: z.output<Also> | null, row: Row) => ReactNode
  /** The few figures that the page begins with, over its whole width. */
  lead?: (answer: z.output<Shape>, row: Row) => ReactNode
  /** What needs a hand: stands over the facts, and before everything else where there is one column. */
  rail?: (answer: z.output<Shape>, row: Row) => ReactNode
  /** Too wide for a column: stands under both. */
  wide?: boolean
}

/** The types of question and answer are dropped here: `sidePanel()` has checked that `show` fits what `ask` asks. */
export interface SidePanel {
  title: string
  ask: (id: string, search?: URLSearchParams) => Question
  address?: Known
  of?: (row: Row) => string | null
  otherwise?: { isEmpty: (answer: unknown) => boolean; ask: Question }
  more?: (id: string) => string
  tab?: string
  show?: (answer: unknown, reason: unknown, row?: Row) => ReactNode
  lead?: (answer: unknown, row: Row) => ReactNode
  rail?: (answer: unknown, row: Row) => ReactNode
  wide?: boolean
}

export const sidePanel = <Shape extends z.ZodType, Also extends z.ZodType = z.ZodType>(
  definition: SidePanelOf<Shape, Also>,
): SidePanel => definition as unknown as SidePanel

/** What must be known of a record before the rest of its page is believed; nothing for most. */
export type Notice<Row> = (props: { row: Row }) => ReactNode

/** Another page in the same menu as this one: an import, a control page. */
export interface DetailLink {
  /** Of a record's link, `:id` is the record's. */
  href: string
  /** Key of its words. */
  label: string
  rule: PermissionRule
  /** On a record's page it is a button next to the menu, because it is needed often and in a hurry. */
  main?: true
  /** Records that have such a page; all, without. */
  when?: (row: { readonly [name: string]: unknown }) => boolean
}

/** What a definition may call a tab: `engine:tabs.<name>`. The overview, which is the record itself, comes first. */
export type TabName = 'timeline' | 'events' | 'days' | 'meters' | 'configuration' | 'raw'

export type RecordPages = Readonly<Partial<Record<TabName, readonly DetailLink[]>>>
