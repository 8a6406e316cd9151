import { expect, test } from 'vitest'
import { foundFiles } from '../../bin/found.mjs'
import { read } from './project-files'

test('the lists of what the folders hold are up to date: `npm run found`', () => {
  const stale = Object.entries(foundFiles() as Record<string, string>)
    .filter(([file, text]) => read(file) !== text)
    .map(([file]) => file)
  expect(stale).toEqual([])
})
