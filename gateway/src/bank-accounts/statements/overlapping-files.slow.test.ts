import { test } from 'node:test'
import { proveOverlappingFiles } from '../../../test/support/overlapping-files.ts'

test('files of 10,000 random banks that overlap, come in any order and come again give their books once, and one that misses a line shows its amount', () =>
  proveOverlappingFiles(Number(process.env['OVERLAPPING_RUNS'] ?? 10_000)))
