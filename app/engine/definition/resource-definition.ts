/** What a definition may say of an entity, with every name checked against its contract. */
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Money, Reference } from '../../../backend/platform/contract/primitives'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { ResourceName } from '../../addresses/names'
import type { SidePanel, DetailLink, Notice, Question, RecordPages } from './side-panel'
import type { AnyField, Field, RenderContext } from '../fields/field'
import type { OwnListSlots } from './list-slots'
import type { Computed } from '../fields/computed'

/** An object without fields has every key and none. */
type KeyOf<Z extends z.ZodObject> = string extends keyof z.output<Z> ? never : keyof z.output<Z> & string
type FieldsFor<R, Others extends string> = {
  readonly [K in keyof R & string]?: Field<NonNullable<R[K]>>
} & {
  readonly [K in Exclude<Others, keyof R>]?:
    | AnyField
    | Field<string>
    | Field<number>
    | Field<boolean>
    | Field<Reference>
    // A choice of a filter that is no field of the row.
    | Field<never>
}

export interface ActionOptions<R, Input extends z.ZodObject> {
  /** Danger: last in the menu, and the cursor stands on the way back. */
  tone?: 'danger'
  /** Offered over a selection. */
  bulk?: boolean
  /** Rows it can be done to; the others are shown as skipped, with `<entity>:skipped.<action>`. */
  when?: (row: R) => boolean
  /** Of one of those, which `skipped.*` says why, where it is not the command's usual reason. */
  why?: (row: R) => string | undefined
  /** What one should know of a row first: `<entity>:notes.*`, each with the number of rows that it is true of. */
  notes?: (row: R) => readonly string[]
  /** Those of the notes whose rows may be left out of a command over several, by a switch on its page. */
  leavable?: readonly string[]
  /** What a row is and what the command makes of it, in words: a column of the command's page. */
  change?: { reads: readonly (keyof R & string)[]; words: (row: R, t: Translate) => string }
  /**
   * Over several rows it is stored and has a page of its own, which says what became of each: where it is ordered, and
   * that page by its id. `leavesOut` says which row it leaves out in addition, as `why` does.
   */
  job?: {
    path: string
    href: (id: string) => string
    leavesOut?: (row: R) => string | undefined
  }
  /** Of one record, what leads its page stands on the command's page, too: what is signed is read first. */
  showsRecord?: boolean
  /** It changes fields of the row: of one record its form has what stands, of several what is left empty stays. */
  edits?: boolean
  /** The command's own fields. */
  fields?: {
    readonly [K in KeyOf<Input>]: AnyField | Field<string> | Field<number> | Field<boolean> | Field<Money>
  }
}

/** What every command's page shows of the rows that it will be done to. */
export interface Preview<R> {
  /** Columns next to the title. */
  columns: readonly string[]
  /** What several of them come to, in words; how many there are, without. */
  totals?: (rows: readonly R[], ctx: Pick<RenderContext, 't' | 'format'>) => string[]
}

/** A second button of a form: asks with what was typed, once that can be saved, and shows the answer above the form. */
export interface FormPreview {
  /** Key of the button's words. */
  label: string
  ask: (value: Record<string, unknown>) => Question
  show: (answer: unknown) => ReactNode
}

/** The types of question and answer are dropped here, as `sidePanel()` does. */
export const formPreview = <Shape extends z.ZodType>(preview: {
  label: string
  ask: (value: Record<string, unknown>) => Question<Shape>
  show: (answer: z.output<Shape>) => ReactNode
}): FormPreview => preview as unknown as FormPreview

/** Rows of another entity that belong to this one, as the other one's list shows them. */
export interface Related {
  resource: ResourceName
  /** The other list's filter that takes this row's id. */
  filter: string
  columns?: readonly string[]
}

export interface Definition<
  R,
  Input extends z.ZodObject,
  Filters extends z.ZodObject,
  Sort extends string,
  Actions,
  Own extends string,
> {
  /** The field that names a row: title, first column, options of a reference. */
  title: (keyof R & string) | NoInfer<Own>
  /** A row's name where the title's value is not fit to be read: a code, a key of texts. */
  named?: (row: R, t: Translate, day: Format['gamingDay']) => string
  /** The reference that tells rows of one name apart where they are chosen: each jackpot has a level “Mini”. */
  under?: keyof R & string
  /** The field shown next to the title. */
  state?: (keyof R & string) | NoInfer<Own>
  /** Its rows are records of this entity, seen another way: they open there. */
  rowsOf?: ResourceName
  /** With `rowsOf`: which page of that record a row leads to, `/meters`. */
  rowsAt?: string
  /** Where a row leads when that is not its own page; null: nowhere. */
  rowHref?: (row: R) => string | null
  /** Those whose kind the contract does not say (`fields/contract-field.ts`), or that read another way. */
  fields?: FieldsFor<R, KeyOf<Input> | KeyOf<Filters>>
  /** Columns made of several fields of a row. */
  computed?: { readonly [K in Own]: Computed<R> }
  list: OwnListSlots<R> & {
    columns: readonly ((keyof R & string) | NoInfer<Own>)[]
    /** Columns that a person may add. */
    more?: readonly ((keyof R & string) | NoInfer<Own>)[]
    /** The three most telling, for a phone. */
    summary?: readonly ((keyof R & string) | NoInfer<Own>)[]
    filters?: readonly KeyOf<Filters>[]
    /** Filters that the address takes but the page does not ask for. */
    quiet?: readonly KeyOf<Filters>[]
    /** A column of money whose sum stands under the rows, where all that match are shown. */
    sum?: string
    /** `serial` ascending, `-serial` descending; the specification's default is the newest id first. */
    sort?: `${'' | '-'}${Sort | 'id'}`
    /**
     * Events and the like: the period shown first. `active`: a chosen period narrows it to what was at work then;
     * without one it shows all.
     */
    period?: string
    links?: readonly DetailLink[]
    /** Pages that take the ticked rows along, or all that match: their address gets what the list's own has. */
    selected?: readonly DetailLink[]
    /** Lists that stand side by side, this one among them: a tab for each. */
    tabs?: readonly DetailLink[]
  }
  detail: {
    /** Titled groups: `<entity>:sections.<name>`. */
    sections: Readonly<Record<string, readonly ((keyof R & string) | NoInfer<Own>)[]>>
    /** Sections of one field that has much to say: they stand in the wide column, before the lists. */
    long?: readonly string[]
    /** Lines of these that are left out of a record which has no such thing. */
    optional?: readonly ((keyof R & string) | NoInfer<Own>)[]
    related?: readonly Related[]
    /**
     * Each related list is a tab of its own, read when it is opened; otherwise their first rows are part of
     * the record's page.
     */
    tabs?: true
    notice?: Notice<R>
    /** The few figures that its page begins with, where the record itself has them. */
    lead?: Notice<R>
    /** The kind under which its live online state is requested. */
    presence?: 'tenant' | 'location' | 'slot' | 'smib'
    /** False: another section of the page tells its changes. */
    trail?: false
    /** What happened to it, in the right column. */
    activity?: readonly SidePanel[]
    /** Commands that are no actions of the contract; without `pages`, other pages as well. */
    links?: readonly DetailLink[]
    /** Its other pages, each under a tab that stays in sight while one of them is open. */
    pages?: RecordPages
  }
  /** Of the rows that a command is about: the list's summary, without. */
  preview?: Preview<R> & { columns: readonly ((keyof R & string) | NoInfer<Own>)[] }
  form?: {
    sections: Readonly<Record<string, readonly KeyOf<Input>[]>>
    /**
     * A new one is typed where the connection may be lost: what was typed stays in the browser's tab until it is sent.
     */
    keepsDraft?: true
    /** Boxes that a new one begins with, where the contract leaves them as they are. */
    ticked?: readonly KeyOf<Input>[]
    /** Only the system's own people see these fields: whoever belongs to a tenant makes what is that tenant's. */
    ofSystem?: readonly KeyOf<Input>[]
    /**
     * Each is of one tenant, or where it has `all_tenants` of all: people who belong to none have to say which. These
     * fields then offer what that tenant has.
     */
    ofTenant?: readonly KeyOf<Input>[]
    /** Rows that can be changed; all that are not archived, without. */
    when?: (row: R) => boolean
    /** What it would do, shown above the form before it is saved. */
    preview?: FormPreview
  }
  actions?: {
    readonly [A in keyof Actions]?: Actions[A] extends { input: infer I extends z.ZodObject }
      ? ActionOptions<R, I>
      : never
  }
}
