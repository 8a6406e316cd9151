/** Name, logo and colour by which a tenant's people, and whoever reads what it shares, see whose pages these are. */
import { z } from 'zod'
import { formLogo } from '../fiscal-reports/form-layout.contract'

/** Null, each: as the installation has it. */
export const appearance = z.object({
  name: z.string().nullable(),
  /** #rrggbb, one that can be read. */
  colour: z.string().nullable(),
  /** Where a page has to show it by itself: with its picture. */
  logo: formLogo.nullable(),
})
export type Appearance = z.output<typeof appearance>

const path = '/api/appearance/v1'
export const ownAppearancePath = `${path}/own`
export const ownLogoPath = `${path}/own/logo`
export const appearanceAtPath = `${path}/at-host`
/** Null: the host is no tenant's, or its tenant has chosen nothing. */
export const appearanceAt = z.object({ appearance: appearance.nullable() })
export const logoPicture = z.object({ logo: formLogo.nullable() })
