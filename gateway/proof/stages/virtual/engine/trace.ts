import { createHash, type Hash } from 'node:crypto'
import type { Message, Unit } from './wire.ts'

/** Everything that happened in a run, as one hash; and as lines where somebody wants to read them. */
export class Trace {
  steps = 0
  readonly lines: string[] | undefined
  private readonly hash: Hash = createHash('sha256')

  private readonly beganAtMs: number

  constructor(keepLines: boolean, beganAtMs: number) {
    this.beganAtMs = beganAtMs
    this.lines = keepLines ? [] : undefined
  }

  add(atMs: number, what: string, detail = '', bytes = ''): void {
    this.hash.update(`${atMs} ${what} ${bytes}\n`)
    this.say(atMs, what, detail)
  }

  /** For readers only: follows from what is hashed. */
  say(atMs: number, what: string, detail = ''): void {
    this.lines?.push(
      `${((atMs - this.beganAtMs) / 1000).toFixed(3).padStart(11)} ${what}${detail === '' ? '' : `  ${detail}`}`,
    )
  }

  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16)
  }
}

/** Transaction ids count all transactions of the server, so they differ from run to run. */
const withTransactionIds = /xmin|xid|xact|txid|snapshot/

/** A hash of what was sent, values and all. */
export function unitBytes(unit: Unit): string {
  return withTransactionIds.test(unit.text) ? 'xid' : shortHash([unit.bytes])
}

/** A hash of what was answered. */
export function answerBytes(unit: Unit, answer: readonly Message[]): string {
  if (withTransactionIds.test(unit.text)) return `xid ${answer.length}`
  return shortHash(answer.map(({ bytes }) => bytes))
}

function shortHash(parts: readonly Buffer[]): string {
  const hash = createHash('sha1')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 12)
}
