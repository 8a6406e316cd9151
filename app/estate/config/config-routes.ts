import { route } from '@remix-run/route-config'

/** /config/tenant|location|smib|slot|fraud|payments/:id: one set of pages, since all of them are settings of something. */
export const configRoutes = [
  route('config/compare', 'pages/config/compare.tsx'),
  route('config/:kind/:id', 'pages/config/view.tsx'),
  route('config/:kind/:id/edit', 'pages/config/edit.tsx'),
  route('config/:kind/:id/restore/:version', 'pages/config/restore.tsx'),
  route('config/slot/:id/sas/:source', 'pages/config/sas.tsx'),
  route('slots/:id/meters', 'pages/meters/view.tsx'),
  route('slots/:id/meters/edit', 'pages/meters/setup.tsx'),
  route('slots/:id/meters/reading', 'pages/meters/reading.tsx'),
  route('slots/:id/meters/explain', 'pages/meters/explain.tsx'),
]
