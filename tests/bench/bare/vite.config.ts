import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

/** The plainest Remix there is: what the console's list page is measured against. */
export default defineConfig({ plugins: [remix({ future: { v3_routeConfig: true, v3_singleFetch: false } })] })
