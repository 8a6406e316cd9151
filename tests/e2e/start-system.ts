import { startSystem } from '../support/system'

/** The demo network, as a newcomer gets it from `npm start`. E2E_CONSOLE_URL names one that already runs. */
export default async function start(): Promise<() => Promise<void>> {
  if (process.env.E2E_CONSOLE_URL) return async () => {}
  const system = await startSystem()
  process.env.E2E_CONSOLE_URL = system.consoleUrl
  process.env.E2E_BACKEND_URL = system.backendUrl
  return async () => {
    const code = await system.end()
    if (code !== 0) throw new Error(`The system ended with ${code}:\n${system.errors()}`)
  }
}
