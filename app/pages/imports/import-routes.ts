/** The pages of one kind of import. `file` is relative to app/, as in routes.ts. */
import { listRoutes } from '../../engine/entity-routes'
import { route, type RouteConfigEntry } from '@remix-run/route-config'

export const importRoutes = (section: string): RouteConfigEntry[] => {
  const at = (path: string, file: string) =>
    route(`${section}${path}`, `pages/imports/${file}`, { id: `${section}/${file}` })
  return [
    ...listRoutes(section, 'pages/imports/start.tsx'),
    at('/template.csv', 'template.ts'),
    at('/row-columns', 'columns.tsx'),
    at('/:id', 'one.tsx'),
    at('/:id/rows.csv', 'rows-csv.ts'),
    at('/:id/fix', 'fix.tsx'),
    at('/:id/:step', 'step.tsx'),
  ]
}
