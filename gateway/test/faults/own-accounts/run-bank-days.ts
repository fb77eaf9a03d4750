import { bankWorld, liveBankDays } from './bank-days.ts'

// Runs seeds until one finds something: `run-bank-days.js FIRST COUNT`. Exit code 3: something is wrong.
const [first = 1, count = 1] = process.argv.slice(2).map(Number)
const endings: (() => unknown)[] = []
const world = await bankWorld({ after: (work) => void endings.push(work) })
let found: string[] = []
let seed = first
for (; seed < first + count && found.length === 0; seed += 1) found = await liveBankDays(world, seed)
for (const end of endings.toReversed()) await end()
if (found.length > 0) {
  process.stdout.write(`seed ${seed - 1}: ${found.slice(0, 3).join('\n')}\n`)
  process.exitCode = 3
}
