/** The few patterns that every entity of a section shares. `file` is relative to app/, as in routes.ts. */
import { route, type RouteConfigEntry } from '@remix-run/route-config'

export const entityRoutes = (section: string): RouteConfigEntry[] => {
  const at = (path: string, file: string) =>
    route(`${section}:resource${path}`, `engine/routes/${file}`, { id: `${section}${file}` })
  return [
    at('', 'list.tsx'),
    at('/new', 'create.tsx'),
    at('/columns', 'columns.tsx'),
    at('/views', 'views.tsx'),
    at('/changes', 'changes.tsx'),
    at('/changes/export.csv', 'changes-csv.ts'),
    at('/print', 'print.tsx'),
    at('/export.csv', 'export.ts'),
    at('/:id', 'one.tsx'),
    at('/:id/edit', 'edit.tsx'),
    at('/:id/history', 'history.tsx'),
    at('/:id/revert', 'revert.tsx'),
    at('/:id/:action', 'action.tsx'),
  ]
}
