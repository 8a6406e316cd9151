/** The pages of one kind of import. `file` is relative to app/, as in routes.ts. */
import { listRoutes } from '../../engine/entity-routes'
import { route, type RouteConfigEntry } from '@remix-run/route-config'

export const importRoutes = (section: string): RouteConfigEntry[] => {
  const at = (path: string, file: string) =>
    route(`${section}${path}`, `workflow/imports/${file}`, { id: `${section}/${file}` })
  return [
    ...listRoutes(section, 'workflow/imports/start.tsx'),
    at('/template.csv', 'template.ts'),
    ...listRoutes(`${section}/:id`, 'workflow/imports/one.tsx'),
    at('/:id/fix', 'fix.tsx'),
    at('/:id/:step', 'step.tsx'),
  ]
}
