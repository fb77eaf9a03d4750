import { parseArgs } from 'node:util'
import { growingNames, type PathName, pathNames } from './parts.ts'

/** What a run of the bench was asked for. */
export interface Arguments {
  /** Measure how times grow while the database fills. */
  growth: boolean
  /** Lines, in the order of the table. */
  names: readonly PathName[]
  /** Length of one run of one contender. */
  seconds: number
  /** Transactions that the gateway's database holds before it is measured. */
  rows: number
  saveTo: string | undefined
  compareWith: string | undefined
}

const secondsDefault = 2
const secondsQuick = 0.5
const secondsMax = 60

const growthRowsDefault = 400_000
const rowsMax = 100_000_000

/** A sentence about what was typed; shown without a stack. */
export class ArgumentError extends Error {}

/** Reads what was typed after `npm run bench --`. Throws ArgumentError. */
export function readArguments(typed: readonly string[]): Arguments {
  const { values, positionals } = parse(typed)
  const growth = positionals[0] === 'growth'
  const named = positionals.slice(growth ? 1 : 0)
  const known = growth ? growingNames : pathNames
  const names = known.filter((name) => named.length === 0 || named.includes(name))
  const unknown = named.find((name) => !known.some((each) => each === name))
  if (unknown !== undefined) throw new ArgumentError(`There is no line ${unknown}. There are: ${known.join(', ')}.`)
  if (growth && (values.save ?? values.compare) !== undefined) {
    throw new ArgumentError('growth prints its result; it takes neither --save nor --compare.')
  }
  if (values.quick && values.seconds !== undefined) {
    throw new ArgumentError('--quick and --seconds exclude each other.')
  }
  const seconds = numberOf('seconds', values.seconds, secondsMax) ?? (values.quick ? secondsQuick : secondsDefault)
  const rows = Math.ceil(numberOf('rows', values.rows, rowsMax) ?? (growth ? growthRowsDefault : 0))
  return { growth, names, seconds, rows, saveTo: values.save, compareWith: values.compare }
}

function parse(typed: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { quick: { type: 'boolean' }, seconds: text, rows: text, save: text, compare: text } as const
  try {
    return parseArgs({ args: [...typed], options, allowPositionals: true })
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function numberOf(option: string, typed: string | undefined, max: number): number | undefined {
  if (typed === undefined) return undefined
  const number = Number(typed)
  if (number > 0 && number <= max) return number
  throw new ArgumentError(`--${option} is a number above 0 and up to ${max}, not ${typed}.`)
}
