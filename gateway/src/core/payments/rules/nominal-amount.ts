import { currencyDecimals } from '../../values/currency.ts'

/** One amount in minor units of a currency with two decimals, and of one without decimals. */
export interface NominalAmount {
  two: bigint
  /** Undefined if the amount has decimals: a currency without decimals cannot hold it. */
  none: bigint | undefined
}

/** The currencies without decimals, as an SQL list. */
export const zeroDecimals = Object.entries(currencyDecimals)
  .filter(([, decimals]) => decimals === 0)
  .map(([code]) => `'${code}'`)
  .join(', ')

/** An amount with cents lies between two whole amounts: a lower bound rounds up, an upper bound down. */
export function minorOf({ two, none }: NominalAmount, kind: 'two' | 'none', up: bigint): bigint {
  return kind === 'two' ? two : (none ?? two / 100n + up)
}
