import { matchRandomLines } from '../../../test/support/random-lines.ts'

matchRandomLines(6)
