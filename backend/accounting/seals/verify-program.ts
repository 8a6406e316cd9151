/** `npm run verify -- FILE [KEYS]`: ends with 0 for good, 1 for altered, 2 where not all could be checked. */
import { readFileSync } from 'node:fs'
import { verifyOffline } from './verify-offline'

const [file, keys] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write(
    'npm run verify -- FILE [KEYS]\nFILE: a sealed JSON, or a location’s chain. KEYS: /verify/keys.json\n',
  )
  process.exit(2)
}
try {
  const { verdict, lines } = verifyOffline(readFileSync(file), keys === undefined ? null : readFileSync(keys))
  process.stdout.write(
    `${{ good: 'GENUINE', bad: 'NOT GENUINE', open: 'NOT DECIDED' }[verdict]}\n${lines.join('\n')}\n`,
  )
  process.exitCode = { good: 0, bad: 1, open: 2 }[verdict]
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
