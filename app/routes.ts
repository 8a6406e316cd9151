/** The whole URL map. Literal routes outrank patterns; entities share the patterns (house.md section 5). */
import { index, route, type RouteConfig } from '@remix-run/route-config'
import { sectionPaths } from './console/section-pages'
import { entityRoutes, listRoutes, reportRoutes, streamRoutes } from './engine/entity-routes'
import { configRoutes } from './pages/config/config-routes'
import { importRoutes } from './pages/imports/import-routes'
import { reportPaths, streamPaths } from './resources/routes.found'

export default [
  index('pages/home.ts'),
  route('auth', 'pages/auth.ts'),
  route('auth/login', 'pages/sign-in.tsx'),
  route('auth/registration', 'pages/account/registration.tsx'),
  route('auth/forgot-password', 'pages/account/forgot-password.tsx'),
  route('auth/reset-password', 'pages/account/reset-password.tsx'),
  route('auth/sso/start', 'pages/account/sso-start.tsx'),
  route('auth/callback', 'pages/account/sso-callback.tsx'),
  route('auth/take-over', 'pages/take-over.tsx'),
  route('session', 'pages/session.ts'),
  route('session.json', 'pages/session-end.ts'),
  route('kiosk', 'pages/kiosk.ts'),
  route('logout', 'pages/sign-out.tsx'),
  route('language', 'pages/language.tsx'),
  route('menu', 'pages/menu.tsx'),
  route('shared', 'pages/seals/shared.tsx'),
  route('shared/file', 'pages/seals/shared-file.ts'),
  route('verify', 'pages/seals/verify.tsx'),
  route('verify/keys.json', 'pages/seals/keys-file.ts'),
  route('preferences', 'pages/preferences.ts'),
  route('access', 'pages/access.tsx'),
  route('dashboard', 'pages/dashboard/dashboard.tsx'),
  route('dashboard/edit', 'pages/dashboard/edit.tsx'),
  route('search', 'pages/search.tsx'),
  route('slots/:id/label', 'pages/control/slot-label.tsx'),
  route('panel/:tab', 'pages/panel.tsx'),
  route('user', 'pages/profile/home.ts', { id: 'user' }),
  route('user-profile', 'pages/profile/home.ts', { id: 'user-profile' }),
  route('user-profile/profile-overview', 'pages/profile/overview.tsx'),
  route('user-profile/personal-information', 'pages/profile/personal-information.tsx'),
  route('user-profile/account-information', 'pages/profile/account-information.tsx'),
  route('user-profile/change-password', 'pages/profile/change-password.tsx'),
  route('user-profile/email-settings', 'pages/profile/email-settings.tsx'),
  route('user-profile/second-factor', 'pages/profile/second-factor.tsx'),
  route('user-profile/rights', 'pages/profile/rights.tsx'),
  route('user-profile/sessions', 'pages/profile/sessions.tsx'),
  ...listRoutes('notifications/list'),
  route('notifications/list/do/:action', 'engine/command/command-many.route.tsx', { id: 'notifications/do' }),
  route('notifications/subscriptions', 'pages/notifications/subscriptions.tsx'),
  route('notifications/templates/:template', 'pages/notifications/template.tsx'),
  route('notifications/stream', 'pages/notifications-stream.ts'),
  route('tasks/:id/progress.json', 'pages/task-progress.ts'),
  route('version.json', 'pages/version.ts'),
  route('hall', 'pages/hall/hall.tsx'),
  route('hall/stream', 'pages/hall/stream.ts'),
  route('hall/preview/:id', 'pages/hall/preview.tsx'),
  // The specification's address of a channel.
  route('display-channel/:id', 'pages/hall/channel.ts'),
  route('health', 'pages/health.ts'),
  route('error', 'pages/error.ts'),
  route('error/error-v1', 'pages/error-v1.tsx'),
  ...sectionPaths.map(path => route(path.slice(1), 'pages/section.tsx', { id: `section${path}` })),
  route('entity-groups', 'pages/entity-groups/list.ts'),
  route('entity-groups/:id', 'pages/entity-groups/one.ts'),
  route('slots-demo', 'resources/slots/slots-demo.ts'),
  ...streamPaths.flatMap(streamRoutes),
  // The specification's addresses of the time log say whose it is before its id.
  ...['smib', 'slot', 'location', 'tenant'].flatMap(type => [
    route(`advanced/timelog/${type}`, 'pages/timelog.ts', { id: `timelog-${type}` }),
    route(`advanced/timelog/${type}/:id`, 'pages/timelog.ts', { id: `timelog-of-${type}` }),
  ]),
  ...['checkpoints', 'raw-aggregations', 'computed-aggregations'].flatMap(stream =>
    ['smib', 'slot', 'location', 'tenant'].flatMap(type => [
      route(`advanced/${stream}/${type}`, 'pages/stream-of-type.ts', { id: `${stream}-${type}` }),
      route(`advanced/${stream}/${type}/:id`, 'pages/stream-of-type.ts', { id: `${stream}-of-${type}` }),
    ]),
  ),
  // The specification's addresses say whose wins they are; any other word there is a win's id.
  ...['tenant', 'location', 'slot', 'jackpot', 'level'].flatMap(type => [
    route(`jackpot-history/${type}`, 'pages/jackpot-history-of.ts', { id: `jackpot-history-${type}` }),
    route(`jackpot-history/${type}/:id`, 'pages/jackpot-history-of.ts', { id: `jackpot-history-of-${type}` }),
  ]),
  ...reportPaths.flatMap(reportRoutes),
  route('locations/:id/seals', 'pages/seals/chain.tsx'),
  route('locations/:id/seals.jsonl', 'pages/seals/chain-file.ts'),
  // From a figure of a report to the readings that it is the difference of.
  route('locations/:id/days/:day', 'pages/days/location-day.tsx'),
  route('locations/:id/days/:day/seal', 'pages/fiscal/seal-day.tsx'),
  route('locations/:id/days/:day/:slot', 'pages/days/slot-day.tsx'),
  route('locations/:id/days/:day/:slot/:hour', 'pages/days/hour.tsx'),
  // The fiscal forms and their jackpot variants: on screen, on paper, as files.
  ...(['', 'jackpot-'] as const).flatMap(variant =>
    (['daily', 'monthly'] as const).flatMap(span => {
      const report = `${span}-${variant}report/${span === 'daily' ? ':id' : ':locationIdYearMonth'}`
      const pages = `pages/fiscal/${variant}${span}`
      return [
        route(`reports/${report}`, `${pages}.tsx`),
        route(`reports/${report}/print`, `${pages}.tsx`, { id: `${report}/print` }),
        route(`reports/${report}/:exportType`, `${pages}-file.ts`),
      ]
    }),
  ),
  route('reports/monthly-report/:locationIdYearMonth/archive.zip', 'pages/fiscal/month-archive.ts'),
  route('reports/month-desk/:locationIdYearMonth', 'pages/fiscal/desk.tsx'),
  route('reports/meter-calendar', 'pages/days/calendar.tsx'),
  route('acl-users/:id', 'pages/acl-user.ts'),
  route('checkpoint/:type/:id', 'pages/days/checkpoint.tsx'),
  route('acl/users/:id/rights', 'pages/user-rights.tsx'),
  route('bulk-actions/new', 'pages/bulk/new.tsx'),
  route('bulk-actions/:id/result.csv', 'pages/bulk/result-csv.ts'),
  route('repairs/:id/decide', 'pages/repairs/decide.tsx'),
  route('slot/control/:id', 'pages/control/slot.tsx'),
  ...listRoutes('slot/control/:id/commands'),
  route('slot/control/:id/open.json', 'pages/control/slot-open.ts'),
  route('advanced/smib', 'pages/control/smib-home.ts'),
  route('advanced/smib/control', 'pages/control/smib-choose.tsx'),
  route('advanced/smib/control/:id', 'pages/control/smib.tsx'),
  ...listRoutes('advanced/smib/control/:id/commands'),
  route('advanced/smib/control/:id/open.json', 'pages/control/smib-open.ts'),
  route('advanced/smib/control/:id/:step', 'pages/control/smib-step.tsx'),
  ...['locations-import', 'slots-import', 'advanced/smibs-import'].flatMap(importRoutes),
  route('admin/columns-configurations', 'pages/columns/list.tsx'),
  route('admin/columns-configurations/:id', 'pages/columns/one.tsx'),
  route('admin/general-settings', 'pages/config/general.tsx'),
  ...configRoutes,
  route('data-exports/:id/file.csv', 'pages/exports/file.ts'),
  route('player-exclusion/door', 'pages/door.tsx'),
  ...['self-exclusions-import', 'self-exclusions-onjn-cnp-encrypted-import'].map(path =>
    route(`player-exclusion/${path}`, 'pages/exclusion-import.tsx', { id: path }),
  ),
  route('reports/collector-checkpoints/round', 'pages/cash/round.tsx'),
  route('reports/collector-checkpoints/:id/slip', 'pages/cash/slip.tsx'),
  route('reports/payment-transaction', 'pages/cash/payment-transaction.ts'),
  // A new section is a word here.
  ...[
    '',
    'acl/',
    'admin/',
    'advanced/',
    'games-registry/',
    'operations/',
    'player-exclusion/',
    'reports/',
  ].flatMap(entityRoutes),
  // Below the patterns, which they outrank for an id and not for `/columns` and the like.
  ...listRoutes('bulk-actions/:id', 'pages/bulk/job.tsx'),
  route('advanced/tasks/:id', 'pages/tasks/detail.tsx'),
  route('data-exports/:id', 'pages/exports/detail.tsx'),
  route('*', 'pages/unknown.ts'),
] satisfies RouteConfig
