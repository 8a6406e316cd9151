/** The few patterns that every entity of a section shares. `file` is relative to app/engine/, as in routes.ts. */
import { route, type RouteConfigEntry } from '@remix-run/route-config'

export const entityRoutes = (section: string): RouteConfigEntry[] => {
  const at = (path: string, file: string) =>
    route(`${section}:resource${path}`, `engine/${file}`, { id: `${section}${path}/${file}` })
  return [
    at('', 'list/list.route.tsx'),
    at('/new', 'form/create.route.tsx'),
    at('/columns', 'list/columns.route.tsx'),
    at('/period', 'list/period.route.tsx'),
    at('/filters', 'list/filters.route.tsx'),
    at('/views', 'views/views.route.tsx'),
    at('/do/:action', 'command/bulk-command.route.tsx'),
    at('/edit-many', 'bulk/bulk-edit.route.tsx'),
    ...listRoutes(`${section}:resource/changes`),
    ...listRoutes(`${section}:resource/changes/:id`, 'engine/bulk/bulk-edit-job.route.tsx'),
    at('/print', 'list/print.route.tsx'),
    at('/export.csv', 'export/export.route.ts'),
    route(`${section}:resource/export`, 'workflow/exports/order.tsx', { id: `${section}export` }),
    at('/:id', 'detail/detail.route.tsx'),
    at('/:id/edit', 'form/edit.route.tsx'),
    at('/:id/history', 'history/history.route.tsx'),
    at('/:id/delete', 'delete/delete.route.tsx'),
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
      ['/filters', 'engine/list/filters.route.tsx'],
      ['/views', 'engine/views/views.route.tsx'],
      ['/print', 'engine/list/print.route.tsx'],
      ['/export.csv', 'engine/export/export.route.ts'],
    ] as const
  ).map(([below, file]) => route(`${path}${below}`, file, { id: `${path}/${file}` }))

/**
 * A stream, of all or of one subject: the same pages at both. Columns, period and views are those of every list; they
 * are named here, since
 * `:id` would take their names for a subject's.
 */
export const streamRoutes = (stream: string): RouteConfigEntry[] => [
  ...(
    [
      ['/columns', 'engine/list/columns.route.tsx'],
      ['/period', 'engine/list/period.route.tsx'],
      ['/views', 'engine/views/views.route.tsx'],
    ] as const
  ).map(([below, file]) => route(`${stream}${below}`, file, { id: `${stream}${below}/${file}` })),
  ...[stream, `${stream}/:id`].flatMap((path, nr) => {
    const at = (page: string, file: string) =>
      route(`${path}${page}`, file, { id: `${stream}${nr === 0 ? '' : '-of'}${page.replace('/', '-')}` })
    return [
      at('', 'engine/stream/stream.route.tsx'),
      at('/print', 'engine/stream/print.route.tsx'),
      at('/export.csv', 'engine/stream/file.route.ts'),
      at('/export', 'workflow/exports/order.tsx'),
    ]
  }),
]

/** A report below its subject's page: `slots/:id/days`. */
export const reportRoutes = (report: string): RouteConfigEntry[] => {
  const at = (page: string, file: string) =>
    route(`${report}${page}`, `engine/report/${file}`, { id: `report-${report}${page}` })
  return [
    at('', 'report.route.tsx'),
    ...(['csv', 'xlsx', 'pdf'] as const).map(type => at(`/export.${type}`, `${type}.route.ts`)),
    // Of one that is nobody's: the address of another begins with its subject's.
    ...(report.startsWith('reports/') ? [at('/views', 'views.route.tsx')] : []),
  ]
}
