/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { DemoTables } from '../demo/demo.table'

export interface Tables
  extends
    DemoTables {}
