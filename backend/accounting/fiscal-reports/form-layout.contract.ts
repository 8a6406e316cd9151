/**
 * How a tenant's fiscal forms look, where it has its own: which columns in which order, in whose language, with which
 * words.
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { instant, line } from '../../platform/contract/primitives'

export const formColumns = [
  'nr',
  'serial',
  'si_in',
  'si_premium',
  'si_out',
  'sf_in',
  'sf_premium',
  'sf_out',
  'f_in',
  'f_premium',
  'f_out',
  'd_in',
  'd_premium',
  'd_out',
  'balance',
  'price',
  'collected',
  'paid',
  'takings',
] as const
export type FormColumn = (typeof formColumns)[number]

/** Without these nobody could work the takings out again from the form. Convention. */
export const requiredColumns = [
  'serial',
  'si_in',
  'si_out',
  'sf_in',
  'sf_out',
  'd_in',
  'd_premium',
  'd_out',
  'price',
  'takings',
] as const satisfies readonly FormColumn[]
const sums: readonly FormColumn[] = ['collected', 'paid', 'takings']

export const formLayout = z
  .strictObject({
    /** Null: the reader's. */
    language: z.enum(['en', 'ro', 'pt']).nullable(),
    columns: z.array(z.enum(formColumns)).min(1).max(formColumns.length),
    /** The columns' numbers stand under their names, as forms prescribed by law have them. */
    numbered: z.boolean(),
    signatures: z
      .array(z.enum(['prepared', 'checked']))
      .min(1)
      .max(2),
    /** What is left out reads as in the language's own form. */
    texts: z
      .strictObject({
        day: line(1, 200).optional(),
        month: line(1, 200).optional(),
        columns: z.partialRecord(z.enum(formColumns), line(1, 40)).optional(),
        notes: z.array(line(1, 300)).max(5).optional(),
      })
      .default({}),
  })
  .superRefine(({ columns }, refuse) => {
    const problem = (code: string, column: string) =>
      refuse.addIssue({ code: 'custom', path: ['columns'], message: code, params: { column } })
    for (const column of requiredColumns) if (!columns.includes(column)) problem('column_missing', column)
    for (const [at, column] of columns.entries())
      if (columns.indexOf(column) !== at) problem('column_twice', column)
    // A sum's name stands in the columns before it.
    const serial = columns.indexOf('serial')
    for (const column of sums)
      if (columns.includes(column) && columns.indexOf(column) < serial) problem('column_before', column)
  })
export type FormLayout = z.output<typeof formLayout>

/** Stands over a form's title. `png` is looked up when the form is shown: what is stored and signed names its bytes. */
export const formLogo = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.number().int().min(1).max(1_000),
  height: z.number().int().min(1).max(1_000),
  png: z.base64().optional(),
})
export type FormLogo = z.output<typeof formLogo>
/** Limits the upload; the stored logo is drawn from it and is smaller. */
export const MAX_LOGO_UPLOAD = 4 * 1024 * 1024
/** Limits the stored logo, since every file of every form contains it. */
export const MAX_LOGO = 16 * 1024
export const logoPath = (tenantId: string): string => `/api/fiscal-reports/v1/tenant/${tenantId}/form-logo`
export const logoAnswer = z.object({ logo: formLogo.nullable() })

export const LAYOUT_PERMISSION = 'location::seal_report'
/** Of a layout as it is typed. */
export const MAX_LAYOUT = 10_000

export const layoutAnswer = z.object({
  tenant: z.object({ _id: z.string(), name: z.string(), currency: z.enum(['RON', 'EUR']) }),
  /** Null: as the currency's forms look. */
  layout: formLayout.nullable(),
  logo: formLogo.nullable(),
  set_by: z.string().nullable(),
  set_at: instant.nullable(),
})
export type LayoutAnswer = z.output<typeof layoutAnswer>

/** Null takes the tenant's own away. */
export const layoutInput = z.strictObject({ layout: formLayout.nullable(), reason })
