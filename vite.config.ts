import { execFileSync } from 'node:child_process'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import type { Plugin as StylePlugin } from 'postcss'
import values from 'postcss-value-parser'
import { defineConfig, type Plugin } from 'vite'
import { oldestBrowsers } from './bin/oldest-browsers.mjs'

/** Of the commit that is built; without git (an archive, an image) every build is its own version. */
function buildStamp(): { commit: string; date: string } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  if (process.env.COMMIT)
    return { commit: process.env.COMMIT, date: process.env.COMMIT_DATE ?? new Date().toISOString() }
  try {
    return {
      commit: git('rev-parse', 'HEAD'),
      date: new Date(git('show', '-s', '--format=%cI', 'HEAD')).toISOString(),
    }
  } catch {
    return { commit: `build-${Date.now().toString(36)}`, date: new Date().toISOString() }
  }
}

const stamp = buildStamp()

/**
 * No page is hydrated, so no browser ever asks for a route's code. Left in, a hundred files would be built for nobody,
 * and what a route shares with the islands would be a file of its own instead of a part of their script.
 */
const noRoutesForBrowsers: Plugin = {
  name: 'no-routes-for-browsers',
  apply: 'build',
  enforce: 'post',
  transform: (_code, id, options) =>
    !options?.ssr && id.endsWith('?__remix-build-client-route')
      ? { code: 'export {}', map: null }
      : undefined,
}

/**
 * What Vite would preload with a later script (styles, parts in parallel) no island has; its helper was an eighth of
 * the script of every page.
 */
const noPreloading: Plugin = {
  name: 'no-preloading',
  apply: 'build',
  enforce: 'pre',
  load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : undefined),
}

/**
 * Firefox before 128 and Safari before 17.4 drop a whole `content` that has words for screen readers: the same without
 * them comes first.
 */
const signsBeforeTheirWords: StylePlugin = {
  postcssPlugin: 'signs-before-their-words',
  Declaration: {
    content: declaration => {
      const { nodes } = values(declaration.value)
      const slash = nodes.findIndex(({ type, value }) => type === 'div' && value === '/')
      if (slash === -1) return
      const sign = values.stringify(nodes.slice(0, slash))
      const before = declaration.prev()
      if (before?.type !== 'decl' || before.value !== sign) declaration.cloneBefore({ value: sign })
    },
  },
}

/** The CSS library itself writes for Chrome 111, Firefox 128 and Safari 16.4. */
const target = Object.entries(oldestBrowsers).map(([browser, version]) => browser + version)

export default defineConfig({
  define: { __COMMIT__: JSON.stringify(stamp.commit), __COMMIT_DATE__: JSON.stringify(stamp.date) },
  plugins: [
    tailwindcss(),
    noRoutesForBrowsers,
    noPreloading,
    // Under vitest the plugin would expect a running development server.
    !process.env.VITEST &&
      remix({
        ignoredRouteFiles: ['**/*'],
        future: {
          v3_routeConfig: true,
          v3_fetcherPersist: true,
          v3_relativeSplatPath: true,
          v3_throwAbortReason: true,
          v3_lazyRouteDiscovery: true,
          // Its hand-off is computed for every page, though no page is hydrated: 1.20 ms against 0.85 ms of CPU (50 ×
          // 10 table).
          v3_singleFetch: false,
        },
      }),
  ],
  css: { postcss: { plugins: [signsBeforeTheirWords] } },
  // Every browser that can run the script knows how to import what it needs.
  build: {
    target,
    cssTarget: target,
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
