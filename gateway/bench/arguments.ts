/** What a run of the bench was asked for. */
export interface Arguments {
  /** Names of parts; empty: the whole table. */
  names: readonly string[]
  /** Length of one run of one contender. */
  seconds: number
  saveTo: string | undefined
  compareWith: string | undefined
}

/** With all paths in three rounds the whole table then takes less than 12 minutes. */
const secondsDefault = 2

/** The same in less than 4 minutes. */
const secondsQuick = 0.5

const secondsMax = 60

/** A sentence about what was typed; shown without a stack. */
export class ArgumentError extends Error {}

/** Reads what was typed after `npm run bench --`. `known`: the names of all parts. Throws ArgumentError. */
export function readArguments(typed: readonly string[], known: readonly string[]): Arguments {
  const names: string[] = []
  const options = new Map<string, string>()
  for (let place = 0; place < typed.length; place++) {
    const word = typed[place] ?? ''
    if (!word.startsWith('--')) {
      if (!known.includes(word)) throw new ArgumentError(`There is no part ${word}. There are: ${known.join(', ')}.`)
      names.push(word)
      continue
    }
    const takesValue = valued.has(word)
    if (!takesValue && word !== '--quick') {
      throw new ArgumentError(`There is no option ${word}. There are: --quick, ${[...valued].join(', ')}.`)
    }
    const value = takesValue ? typed[++place] : ''
    if (value === undefined || value.startsWith('--')) throw new ArgumentError(`${word} needs a value behind it.`)
    options.set(word, value)
  }
  return {
    names,
    seconds: readSeconds(options),
    saveTo: options.get('--save'),
    compareWith: options.get('--compare'),
  }
}

const valued = new Set(['--seconds', '--save', '--compare'])

function readSeconds(options: ReadonlyMap<string, string>): number {
  const typed = options.get('--seconds')
  if (typed === undefined) return options.has('--quick') ? secondsQuick : secondsDefault
  if (options.has('--quick')) throw new ArgumentError('--quick and --seconds exclude each other.')
  const seconds = Number(typed)
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= secondsMax) return seconds
  throw new ArgumentError(`--seconds is a number above 0 and up to ${secondsMax}, not ${typed}.`)
}
