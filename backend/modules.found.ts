/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Api } from './platform/http/api'

export const modules: readonly ((api: Api) => void)[] = [
]
