import { Worker } from 'node:worker_threads'
import type { CsvProfile } from '../statements/csv-profile.ts'
import type { CsvProposal } from '../statements/propose-csv.ts'
import { StatementRefusal } from '../statements/statement.ts'
import type { CsvTrial } from '../statements/try-csv.ts'
import { FileFault, type FileReader, type PreparedEntry } from './prepare-reading.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'

/** Limits of one reading. 100,000 lines of XML take less than half of either. */
export const readingLimits = {
  /** For the whole file, and then for each piece. A pattern of a profile can keep a reader busy for ever. */
  milliseconds: 300_000,
  /** For a sample, while a person waits. */
  sampleMilliseconds: 10_000,
  /** Memory of the reader beside the file's own bytes. */
  heapMegabytes: 1_024,
} as const

/**
 * Reads a file in a thread of its own, so that requests and loops of this process continue meanwhile, and so that a file
 * that needs too much memory or time ends that thread alone. Takes `content` over: the caller cannot use it afterwards.
 */
export const readInWorker: FileReader = async (content, options) => {
  const worker = startWorker({ kind: 'read', content, options })
  const close = async () => void (await worker.terminate())
  try {
    const answer = await answerOf(worker)
    if (answer.kind === 'refused') throw new StatementRefusal(answer.reason, answer.place)
    if (answer.kind === 'fault') throw new FileFault(answer.reason)
    if (answer.kind !== 'read') throw new Error(`the thread that reads a file answered ${answer.kind}`)
    const { version, markers, statements } = answer
    return { version, markers, statements, close, pieces: (statement) => pieces(worker, statement) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Tries a profile on a sample in a thread of its own. Throws FileFault where that takes too long. */
export async function tryInWorker(content: Uint8Array, profile: CsvProfile): Promise<CsvTrial> {
  const answer = await askOnce({ kind: 'try', content, profile })
  if (answer.kind !== 'tried') throw new Error(`the thread that tries a profile answered ${answer.kind}`)
  return answer.trial
}

/** Looks at a sample in a thread of its own. Throws StatementRefusal for an empty or too large one, and FileFault. */
export async function proposeInWorker(content: Uint8Array): Promise<CsvProposal> {
  const answer = await askOnce({ kind: 'propose', content })
  if (answer.kind === 'refused') throw new StatementRefusal(answer.reason, answer.place)
  if (answer.kind !== 'proposed') throw new Error(`the thread that looks at a sample answered ${answer.kind}`)
  return answer.proposal
}

async function askOnce(task: WorkerTask): Promise<FromWorker> {
  const worker = startWorker(task)
  try {
    return await answerOf(worker, readingLimits.sampleMilliseconds)
  } finally {
    await worker.terminate()
  }
}

function startWorker(task: WorkerTask): Worker {
  const { buffer, byteLength } = task.content
  return new Worker(new URL('./reading-worker.js', import.meta.url), {
    workerData: task,
    transferList: buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? [buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: readingLimits.heapMegabytes },
    // What the process was started with, such as a loader of tests, is not for this thread.
    execArgv: [],
  })
}

async function* pieces(worker: Worker, statement: number): AsyncGenerator<readonly PreparedEntry[]> {
  for (;;) {
    const asked: ToWorker = { statement }
    worker.postMessage(asked)
    const answer = await answerOf(worker)
    if (answer.kind !== 'piece' || answer.entries === undefined) return
    yield answer.entries
  }
}

/** The worker's next message. Throws FileFault where it needs too much, and the error of a worker that broke. */
async function answerOf(worker: Worker, milliseconds: number = readingLimits.milliseconds): Promise<FromWorker> {
  return await new Promise((resolve, reject) => {
    const done = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (message: FromWorker) => done(() => resolve(message))
    const onError = (error: Error & { code?: string }) =>
      done(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new FileFault(`The file needs more than ${readingLimits.heapMegabytes} MiB of memory to be read.`)
            : error,
        ),
      )
    const onExit = () => done(() => reject(new Error('the thread that reads a file ended without an answer')))
    const tooLate = () =>
      done(() => reject(new FileFault(`The file was not read within ${milliseconds / 1_000} seconds.`)))
    const timer = setTimeout(tooLate, milliseconds)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
