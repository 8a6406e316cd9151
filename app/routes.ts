/** The whole URL map. Literal routes outrank patterns; entities share the patterns (house.md section 5). */
import { index, route, type RouteConfig } from '@remix-run/route-config'
import { sectionPaths } from './console/section-pages'
import { entityRoutes } from './engine/entity-routes'

export default [
  index('pages/home.ts'),
  route('auth', 'pages/auth.ts'),
  route('auth/login', 'pages/sign-in.tsx'),
  route('logout', 'pages/sign-out.tsx'),
  route('language', 'pages/language.ts'),
  route('preferences', 'pages/preferences.ts'),
  route('access', 'pages/access.tsx'),
  route('panel/:tab', 'pages/panel.tsx'),
  route('user', 'pages/profile.ts', { id: 'user' }),
  route('user-profile', 'pages/profile.ts', { id: 'user-profile' }),
  route('user-profile/profile-overview', 'pages/profile-overview.tsx'),
  route('notifications/list', 'pages/notifications-list.tsx'),
  route('notifications/stream', 'pages/notifications-stream.ts'),
  route('tasks/:id/progress.json', 'pages/task-progress.ts'),
  route('version.json', 'pages/version.ts'),
  route('health', 'pages/health.ts'),
  route('error', 'pages/error.ts'),
  route('error/error-v1', 'pages/error-v1.tsx'),
  ...sectionPaths.map(path => route(path.slice(1), 'pages/section.tsx', { id: `section${path}` })),
  route('slots-demo', 'resources/slots/slots-demo.ts'),
  route('advanced/tasks', 'pages/tasks/list.tsx'),
  route('advanced/tasks/:id', 'pages/tasks/detail.tsx'),
  route('advanced/tasks/:id/cancel', 'pages/tasks/cancel.tsx'),
  ...entityRoutes('advanced/'),
  ...entityRoutes(''),
  route('*', 'pages/unknown.ts'),
] satisfies RouteConfig
