import { type Profiler, Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'

/**
 * How many steps a piece of work takes, without a clock: each block of our own code and of the two parsers each time that
 * it runs (V8's precise coverage), and for each call of a function of the language the characters or elements that it may
 * look at. A regular expression counts with the most that its quantifiers may cost on the text that it gets, so that one
 * which tries again from each place counts as the square.
 */
export async function countSteps(work: () => void | Promise<void>): Promise<number> {
  // Optimised code does not count its blocks.
  setFlagsFromString('--no-opt')
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  let native = 0
  const restore = instrument((steps) => {
    native += steps
  })
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  try {
    await work()
  } finally {
    restore()
  }
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (_error, found) => {
    blocks = runsOf(found)
  })
  session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  setFlagsFromString('--opt')
  return native + blocks
}

const counted = /\/bank-accounts\/|\/bank-statements\/|\/saxes\/|\/csv-parse\//

function runsOf({ result }: Profiler.TakePreciseCoverageReturnType): number {
  return result
    .filter(({ url }) => counted.test(url))
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0)
}

type Any = (this: unknown, ...args: unknown[]) => unknown

/** What a call may cost, by its receiver, its arguments and its result. */
type Cost = (self: { length: number }, args: readonly unknown[], result: unknown) => number

const whole: Cost = ({ length }) => length
const upToFound: Cost = ({ length }, [, from], found) =>
  (Number(found) < 0 ? length : Number(found)) - Number(from ?? 0)

const costs: readonly (readonly [object, readonly (string | symbol)[], Cost])[] = [
  [
    String.prototype,
    ['trim', 'trimStart', 'trimEnd', 'split', 'replace', 'replaceAll', 'includes', 'lastIndexOf'],
    whole,
  ],
  [String.prototype, ['toUpperCase', 'toLowerCase', 'normalize'], whole],
  [String.prototype, ['indexOf'], upToFound],
  [Buffer.prototype, ['indexOf'], upToFound],
  [
    Array.prototype,
    ['slice', 'concat', 'includes', 'indexOf', 'join', 'toReversed', 'reverse', 'sort', Symbol.iterator],
    whole,
  ],
]

/** Makes functions of the language tell what they cost. Returns what ends it. */
function instrument(add: (steps: number) => void): () => void {
  // What the instruments themselves call costs nothing.
  let isOn = true
  const replace = (
    target: object,
    name: string | symbol,
    around: (original: Any, self: unknown, args: unknown[]) => unknown,
  ) => {
    const before = Object.getOwnPropertyDescriptor(target, name) ?? {}
    const original = before.value as Any
    const value: Any = function (...args) {
      return around(original, this, args)
    }
    Object.defineProperty(target, name, { ...before, value })
    return () => Object.defineProperty(target, name, before)
  }
  const tell = (cost: () => number) => {
    if (!isOn) return
    isOn = false
    add(Math.max(1, cost()))
    isOn = true
  }
  const functions = costs.flatMap(([target, names, cost]) =>
    names.map((name) =>
      replace(target, name, (original, self, args) => {
        const result = Reflect.apply(original, self, args)
        tell(() => cost(self as { length: number }, args, result))
        return result
      }),
    ),
  )
  const patterns = replace(RegExp.prototype, 'exec', (original, self, args) => {
    const pattern = self as RegExp
    const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0
    const found = Reflect.apply(original, self, args) as RegExpExecArray | null
    tell(() => patternCost(pattern, String(args[0]).length - from, found && found.index + found[0].length - from))
    return found
  })
  return () => {
    for (const restore of [...functions, patterns]) restore()
  }
}

const powers = new Map<string, number>()

/** How many quantifiers without a bound may try lengths against each other, and one more if each place is a start. */
function powerOf({ source, multiline, sticky }: RegExp): number {
  const plain = source.replace(/\\p\{[^}]*\}|\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  if (/[*+][^()]*\)[*+{]/.test(plain)) throw new Error(`${source} has a quantifier inside another one.`)
  const quantifiers = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  const isFixed = sticky || (plain.startsWith('^') && !multiline)
  // A run at the end of a pattern cannot fail.
  const isRun = /^x[*+]$/.test(plain)
  return isRun ? 1 : quantifiers + (isFixed ? 0 : 1)
}

/** `length`: of the text from where the pattern begins; `upTo`: where the match ends. */
function patternCost(pattern: RegExp, length: number, upTo: number | null): number {
  const key = `${pattern.flags} ${pattern.source}`
  const power = powers.get(key) ?? powerOf(pattern)
  powers.set(key, power)
  return power === 1 ? (upTo ?? length) : length ** power
}
