/** What a kind of field can do. One file per kind; a kind leaves out the faces it does not have. */
import type { ReactNode } from 'react'
import type { UsualReasonKind } from '../../../backend/platform/contract/usual-reasons'
import type { FileCell, FileFormat } from '../../i18n/file-format'
import type { ResourceName } from '../../addresses/names'
import type { Mark } from '../../ui/tone'
import type { Format } from '../../i18n/format'
import type { Locale, Translate } from '../../i18n/locales'

/** What a face may use to draw a value. Made once per column, not once per cell. */
export interface RenderContext {
  t: Translate
  format: Format
  locale: Locale
  timeZone: string
  /** Epoch milliseconds that ages are counted from. */
  now: number
  /** The entity, which is also the namespace of its texts. */
  entity: string
  field: string
  /** Among rows, where each element is there as often as there are rows. */
  inRows?: true
  /** On a list: the address that narrows it to this value of this filter. */
  narrow?: (filter: string, value: string) => string
  /** Whether the reader may open the page of such a record. Absent where nothing leads on: in files. */
  opens?: (target: ResourceName) => boolean
}

/** What a value in a file knows. */
export interface CsvContext extends RenderContext {
  file: FileFormat
}

export interface Option {
  value: string
  label: string
}

/** Options that a reference can take, as the loader found them. */
export interface Options {
  list: Option[]
  /** A select cannot hold them all: the control gets a search field of its own. */
  searchable: boolean
  /** What was searched for. */
  find: string
  /** They could not be read, or not in time. */
  absent?: true
}

export interface ControlProps {
  id: string
  name: string
  /** What was typed or chosen, as a form sends it. */
  typed: string
  /** Of a filter: all that it is set to. */
  chosen?: readonly string[]
  required: boolean
  minLength?: number
  maxLength?: number
  min?: number | string
  max?: number | string
  describedBy?: string
  invalid?: boolean
  options?: Options
}

export interface Field<Value> {
  kind: string
  /** What people have called it, where it is a tenant's own. */
  label?: string
  /** Numbers line up on their right edge. */
  numeric?: boolean
  /** Ids and serials: monospace, copied whole. */
  mono?: boolean
  /** What the numbers are counted in: stands in an export's header. */
  unit?: (ctx: RenderContext) => string
  /** Its value is the whole row. */
  whole?: true
  /** In a table or among facts. Absent values never get here: the engine shows a dash. */
  cell: (value: Value, ctx: RenderContext, row?: Readonly<Record<string, unknown>>) => ReactNode
  /** A status: in a table the cell itself is marked and holds only the word. Without a mark it is plain text. */
  status?: (value: Value, ctx: RenderContext) => { mark: Mark | ''; word: string }
  /**
   * The field of the row that its value is, where that is not the field's own name: one value may be shown in two
   * columns.
   */
  from?: string
  /** Fields of the row that its cell looks at as well. */
  reads?: readonly string[]
  /** Columns that a file has after it: without them its values cannot be read there. */
  inFile?: readonly string[]
  /** When all of a column's values share a unit, the header says it once and the cells are plain. */
  inColumn?: (
    values: readonly Value[],
  ) => { unit: string; cell: (value: Value, ctx: RenderContext) => ReactNode } | undefined
  /** For a file: text as it is, numbers and instants by the file's format. */
  csvValue: (value: Value, ctx: CsvContext, row: Readonly<Record<string, unknown>>) => FileCell
  /**
   * What one value is counted in, where it may differ from row to row. Shared by all rows it stands in the file's
   * header, otherwise in a column of its own.
   */
  csvUnit?: (value: Value) => string
  /** Numbers of one value, each of which has a column of its own in a file for programs: `<name>_<part>`. */
  parts?: readonly { name: string; csvValue: (value: Value, ctx: CsvContext) => FileCell }[]
  input?: (props: ControlProps, ctx: RenderContext) => ReactNode
  filter?: (props: ControlProps, ctx: RenderContext) => ReactNode
  /** What a filter that shows one value offers, for a list that is narrowed to several. */
  offered?: (ctx: RenderContext) => readonly Option[]
  /** A filter's value in words, for its chip. */
  chip?: (typed: string, ctx: RenderContext, options?: Options) => string
  /** Collects a control made of several inputs into one typed text; one input of the field's name otherwise. */
  read?: (form: FormData, name: string) => string
  /**
   * Turns what a form or a URL sent into the wire value. What cannot be understood goes back as it is,
   * because the schema refuses it.
   */
  parse?: (typed: string, ctx: Pick<RenderContext, 'locale'>) => unknown
  /** A wire value → what the control shows. */
  typed?: (value: Value, ctx: Pick<RenderContext, 'locale'>) => string
  /** A limit of the wire's values, as people type them: of basis points, percents. As it is, without. */
  limit?: (value: number, ctx: Pick<RenderContext, 'locale'>) => string
  /** A filter that is worth asking even with a single option: being in it or not is a choice. */
  lone?: true
  /** Values that have words of their own, where the contract does not list them. */
  values?: readonly string[]
  /** Resource whose rows are this field's options. */
  target?: string
  /** A reason: its options are the tenant's own usual ones. */
  usualReasons?: UsualReasonKind
  /** Its control is several inputs, so its label names a group of them. */
  group?: true
}

/**
 * A field whose value type was checked where it was defined: a kind of anything, for rows whose types were let go of.
 */
export type AnyField = Field<unknown>
