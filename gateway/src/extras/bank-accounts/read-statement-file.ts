import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type Reading,
  type ReadOptions,
  readStatements,
  type Statement,
  type StatementLine,
  StatementRefusal,
} from '@pasarela/bank-statements'

export interface WorkerInput {
  file: Uint8Array
  options: ReadOptions
}

/** What the worker sends, in this order: the reading, then each statement with its lines after it. Nothing at the end. */
export type StatementPart =
  | { reading: Omit<Reading, 'statements'> }
  | { statement: Omit<Statement, 'lines'> }
  | { lines: StatementLine[] }
  | { refusal: { reason: string; place: { line: number; column: number; byte: number } } }

/** More than the largest file takes on a slow machine. A pattern of a profile can take for ever. */
const readingMs = 300_000

/** A file of this size is read in a few milliseconds, and a thread takes longer to start. */
const smallBytes = 32_768

/** The largest file with most lines takes half of it. */
const heapMegabytes = 2_048

/**
 * Reads a bank's file as `readStatements` does, in a thread of its own: texts of strangers take time, memory and patterns
 * that must not stop the process. `limitMs`: when it gives up. Throws StatementRefusal.
 */
export async function readStatementFile(
  content: Uint8Array,
  options: ReadOptions = {},
  limitMs = readingMs,
): Promise<Reading> {
  // Patterns of a profile may take any time.
  const hasPatterns = options.profile !== undefined || options.accounts?.some(({ profiles }) => profiles.csv)
  if (content.length <= smallBytes && !hasPatterns) return readStatements(content, options)
  const file = new Uint8Array(content)
  const extension = extname(import.meta.url)
  const worker = new Worker(new URL(`./statement-worker${extension}`, import.meta.url), {
    workerData: { file, options } satisfies WorkerInput,
    transferList: [file.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    env: {},
  })
  try {
    return await collect(worker, AbortSignal.timeout(limitMs))
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === 'ABORT_ERR') throw refusal(`Reading the file takes more than ${Math.ceil(limitMs / 1000)} seconds.`)
    if (code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw refusal(`Reading the file takes more than ${heapMegabytes} MB of memory.`)
    throw error
  } finally {
    await worker.terminate()
  }
}

async function collect(worker: Worker, signal: AbortSignal): Promise<Reading> {
  const statements: (Omit<Statement, 'lines'> & { lines: StatementLine[] })[] = []
  let reading: Omit<Reading, 'statements'> | undefined
  for (;;) {
    const [part] = (await once(worker, 'message', { signal })) as [StatementPart | undefined]
    if (part === undefined) break
    if ('refusal' in part) throw new StatementRefusal(part.refusal.reason, part.refusal.place)
    if ('reading' in part) reading = part.reading
    else if ('statement' in part) statements.push({ ...part.statement, lines: [] })
    else for (const line of part.lines) statements.at(-1)?.lines.push(line)
    worker.postMessage('next')
  }
  if (!reading) throw new Error('the worker ended without a reading')
  return { ...reading, statements }
}

function refusal(reason: string): StatementRefusal {
  return new StatementRefusal(reason, { line: 1, column: 1, byte: 0 })
}
