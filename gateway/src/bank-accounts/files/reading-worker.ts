import { parentPort, workerData } from 'node:worker_threads'
import { proposeCsv } from '../statements/propose-csv.ts'
import type { ReadOptions } from '../statements/read-statements.ts'
import { StatementRefusal } from '../statements/statement.ts'
import { tryCsv } from '../statements/try-csv.ts'
import { FileFault, prepareReading } from './prepare-reading.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'

// The thread that `read-in-worker.ts` starts for one file. It reads the file, then hands out the lines in pieces.

const task = workerData as WorkerTask
const port = parentPort

const say = (message: FromWorker) => port?.postMessage(message)

try {
  if (task.kind === 'try') say({ kind: 'tried', trial: tryCsv(task.content, task.profile) })
  else if (task.kind === 'propose') say({ kind: 'proposed', proposal: proposeCsv(task.content) })
  else read(task.options)
} catch (error) {
  if (error instanceof StatementRefusal) {
    const { reason, line, column, byte } = error
    say({ kind: 'refused', reason, place: { line, column, byte } })
  } else if (error instanceof FileFault) say({ kind: 'fault', reason: error.message })
  else throw error
}

function read(options: ReadOptions): void {
  const reading = prepareReading(task.content, options)
  const { version, markers, statements } = reading
  const open = statements.map((_, index) => reading.pieces(index)[Symbol.iterator]())
  port?.on('message', ({ statement }: ToWorker) => {
    const next = open[statement]?.next()
    say({ kind: 'piece', entries: next === undefined || next.done ? undefined : next.value })
  })
  say({ kind: 'read', version, markers, statements })
}
