import { startPostgres } from '../../bin/testing/postgres.mjs'
import { spawn } from 'node:child_process'
const { url, stop } = await startPostgres()
await new Promise(done => spawn(process.execPath, ['--import', 'tsx', 'tests/bench/zz-door.ts'], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } }).on('exit', done))
await stop()
