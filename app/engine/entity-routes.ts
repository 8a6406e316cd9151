/** The few patterns that every entity of a section shares. `file` is relative to app/engine/, as in routes.ts. */
import { route, type RouteConfigEntry } from '@remix-run/route-config'

export const entityRoutes = (section: string): RouteConfigEntry[] => {
  const at = (path: string, file: string) =>
    route(`${section}:resource${path}`, `engine/${file}`, { id: `${section}${path}/${file}` })
  return [
    at('', 'list/list.route.tsx'),
    at('/new', 'form/create.route.tsx'),
    at('/columns', 'list/columns.route.tsx'),
    at('/views', 'views/views.route.tsx'),
    at('/do/:action', 'command/command-many.route.tsx'),
    at('/edit-many', 'bulk/edit-many.route.tsx'),
    ...listRoutes(`${section}:resource/changes`),
    at('/changes/:id', 'bulk/many-job.route.tsx'),
    at('/print', 'list/print.route.tsx'),
    at('/export.csv', 'export/export.route.ts'),
    at('/:id', 'detail/detail.route.tsx'),
    at('/:id/edit', 'form/edit.route.tsx'),
    at('/:id/history', 'history/history.route.tsx'),
    at('/:id/revert', 'history/revert.route.tsx'),
    at('/:id/:action', 'command/command.route.tsx'),
  ]
}

/** The pages of one list that no pattern reaches. `own`: its list stands on a page of its own. */
export const listRoutes = (path: string, own?: string): RouteConfigEntry[] =>
  (
    [
      ['', own ?? 'engine/list/list.route.tsx'],
      ['/columns', 'engine/list/columns.route.tsx'],
      ['/views', 'engine/views/views.route.tsx'],
      ['/print', 'engine/list/print.route.tsx'],
      ['/export.csv', 'engine/export/export.route.ts'],
    ] as const
  ).map(([below, file]) => route(`${path}${below}`, file, { id: `${path}/${file}` }))
