import { closeSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { makeBatch } from '../../../src/bank-accounts/batches/make-batch.ts'
import { approveBatch, cancelBatch, handOverBatch } from '../../../src/bank-accounts/batches/order-batch.ts'
import { showBatches } from '../../../src/bank-accounts/batches/show-batches.ts'
import { importStatement } from '../../../src/bank-accounts/import-statement.ts'
import { matchNewLines, matchWaitingLines } from '../../../src/bank-accounts/match-lines.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createMetrics } from '../../../src/platform/log/metrics.ts'
import { failpoint } from '../../../src/platform/process/failpoint.ts'
import { secretBox } from '../../../src/platform/secret-box.ts'
import { Problem } from '../../../src/values/problem.ts'
import { randomFrom } from '../soak/random.ts'

/** What a paying process is told, as JSON in `PAYMENT_FILE_PAYER`. */
export interface PayerSettings {
  databaseUrl: string
  /** Base64. */
  masterKey: string
  bankAccountId: string
  /** Files on their way, files that the bank has, and the bank's statements. */
  folders: { away: string; bank: string; statements: string }
  seed: number
  /** Drafts and approved files are cancelled now and then. */
  cancels: boolean
}

const ana = { actor: 'ana', evidence: 'seen at the bank', breakGlass: 'ana' }

/** One process that makes, approves, sends, cancels and confirms payment files, in random order, until it is killed. */
async function main(): Promise<void> {
  const settings = JSON.parse(process.env['PAYMENT_FILE_PAYER'] ?? '') as PayerSettings
  const log = pino({ level: 'silent' })
  const deps = {
    ...{ database: openDatabase(settings.databaseUrl, () => undefined), clock: systemClock(), log },
    ...{ secretBox: secretBox(Buffer.from(settings.masterKey, 'base64')), metrics: createMetrics() },
    ...{ notify: () => undefined, knownAccounts: new Map() },
  }
  // The test is gone: nobody else would end us.
  process.on('disconnect', () => process.exit(0))
  const random = randomFrom(settings.seed)
  const steps = [make, approve, approve, send, send, read, match, match, ...(settings.cancels ? [cancel] : [])]
  process.send?.('ready')
  for (;;) {
    const step = random.pick(steps)
    try {
      await step({ deps, settings, half: random.chance(0.5) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
    await sleep(random.whole(0, 5))
  }
}

interface Step {
  deps: Parameters<typeof matchNewLines>[0] & Parameters<typeof importStatement>[0]
  settings: PayerSettings
  half: boolean
}

async function make({ deps, settings: { bankAccountId } }: Step): Promise<void> {
  await makeBatch(deps, { bankAccountId }, 'bea')
}

async function batchesIn({ deps, settings: { bankAccountId } }: Step, ...states: readonly string[]) {
  const { batches } = await showBatches(deps, { bankAccountId, limit: 500 })
  return batches.map(({ row }) => row).filter(({ state }) => states.includes(state))
}

async function approve(step: Step): Promise<void> {
  const [first] = await batchesIn(step, 'draft')
  if (first) await approveBatch(step.deps, first.id, ana)
}

async function cancel(step: Step): Promise<void> {
  const [first] = await batchesIn(step, step.half ? 'draft' : 'approved')
  if (first) await cancelBatch(step.deps, first.id, ana)
}

/** A file is at the bank when its last byte is there. A person who was interrupted downloads it again. */
async function send(step: Step): Promise<void> {
  const { away, bank } = step.settings.folders
  const waiting = await batchesIn(step, 'approved', 'handed_over')
  const known = readdirSync(bank)
  const next = waiting.find(({ message_id: id }) => step.half || !known.some((name) => name.startsWith(id)))
  if (!next) return
  const { content } = await handOverBatch(step.deps, next.id, 'bea')
  const name = `${next.message_id}-${process.pid}`
  const file = openSync(join(away, name), 'w')
  writeSync(file, content.subarray(0, 1))
  failpoint('batch_first_byte_sent')
  writeSync(file, content.subarray(1))
  closeSync(file)
  renameSync(join(away, name), join(bank, name))
}

/** The newest statement, or one that was read before. */
async function read({ deps, settings, half }: Step): Promise<void> {
  const names = readdirSync(settings.folders.statements).sort()
  const name = names.at(half ? -1 : -2)
  if (name === undefined) return
  const content = readFileSync(join(settings.folders.statements, name))
  await importStatement(deps, { content, name, environment: 'live', receivedBy: 'bea' })
}

async function match({ deps, half }: Step): Promise<void> {
  await (half ? matchNewLines(deps) : matchWaitingLines(deps))
}

void main()
