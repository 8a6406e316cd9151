/** The console's program: the server build that it is given, with the files of the build beside it. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const file = path.resolve(process.argv[2] ?? 'build/server/index.js')
const build = await import(pathToFileURL(file).href)
build.entry.module.listen(build, path.resolve(file, '../..'))
