/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */

export const importKinds = {  }
