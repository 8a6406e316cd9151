/**
 * `npm run dev`: both programs from their sources. The backend starts again when one of its files is saved; the console
 * makes each page from the sources as they stand, so reloading it in the browser shows what was saved. Settings are
 * those of `npm start`.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { addressOf, folderForData, portSetting } from './launch/checks.mjs'
import { root } from './sources.mjs'

const consolePort = portSetting('PORT', 3000)
const backendPort = portSetting('BACKEND_PORT', 4000)
const backendUrl = process.env.API_URL || addressOf(process.env.BACKEND_HOST || '127.0.0.1', backendPort)
const environment = {
  ...process.env,
  NODE_ENV: 'development',
  DATA_DIR: path.resolve(root, process.env.DATA_DIR || 'data'),
  PORT: String(consolePort),
  BACKEND_PORT: String(backendPort),
  API_URL: backendUrl,
}
const tool = name => path.join(root, 'node_modules', name)

folderForData(environment.DATA_DIR)
const programs = []
// The backend takes API_URL for nothing; with one set, it runs elsewhere.
if (!process.env.API_URL)
  programs.push(
    run('backend', [tool('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'backend/server.ts']),
  )
programs.push(run('console', ['bin/launch/console-dev.mjs']))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))

function run(name, args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: environment })
  child.on('error', error => {
    process.stderr.write(`${name}: ${error.message}\n`)
    end('SIGTERM')
  })
  child.on('exit', code => {
    process.exitCode ||= code ?? 1
    end('SIGTERM')
  })
  return child
}

function end(signal) {
  for (const child of programs) if (child.exitCode === null && child.signalCode === null) child.kill(signal)
}
