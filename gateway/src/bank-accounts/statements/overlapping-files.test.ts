import { test } from 'node:test'
import { proveOverlappingFiles } from '../../../test/support/overlapping-files.ts'

// The short version: `npm run test:all` runs 10,000.
test('files of a random bank that overlap, come in any order and come again give its book once, and one that misses a line shows its amount', () =>
  proveOverlappingFiles(200))
