import { route } from '@remix-run/route-config'

/**
 * /config/tenant|location|smib|slot|fraud|payments/:id: one set of pages, since all of them are settings of something.
 */
export const configRoutes = [
  route('config/compare', 'estate/config/compare.tsx'),
  route('config/:kind/:id', 'estate/config/view.tsx'),
  route('config/:kind/:id/edit', 'estate/config/edit.tsx'),
  route('config/:kind/:id/restore/:version', 'estate/config/restore.tsx'),
  route('config/slot/:id/sas/:source', 'estate/config/sas.tsx'),
  route('slots/:id/meters', 'accounting/meters/view.tsx'),
  route('slots/:id/meters/edit', 'accounting/meters/setup.tsx'),
  route('slots/:id/meters/reading', 'accounting/meters/reading.tsx'),
  route('slots/:id/meters/explain', 'accounting/meters/explain.tsx'),
]
