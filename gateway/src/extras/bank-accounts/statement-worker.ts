import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readStatements, type StatementLine, StatementRefusal } from '@pasarela/bank-statements'
import type { StatementPart, WorkerInput } from './read-statement-file.ts'

/** Lines and details of one message: what takes a part of the 50 ms that the other thread may stand still. */
const linesPerPart = 500

function* partsOf({ file, options }: WorkerInput): Generator<StatementPart> {
  try {
    const { statements, ...reading } = readStatements(file, options)
    yield { reading }
    for (const { lines, ...statement } of statements) {
      yield { statement }
      let [some, size]: [StatementLine[], number] = [[], 0]
      for (const line of lines) {
        some.push(line)
        size += 1 + line.details.length
        if (size < linesPerPart) continue
        yield { lines: some }
        ;[some, size] = [[], 0]
      }
      yield { lines: some }
    }
  } catch (error) {
    if (!(error instanceof StatementRefusal)) throw error
    const { reason, line, column, byte } = error
    yield { refusal: { reason, place: { line, column, byte } } }
  }
}

/** Each part is sent when the other thread asks for it: it takes many messages that wait in one go. */
for (const part of partsOf(workerData as WorkerInput)) {
  parentPort?.postMessage(part)
  if (parentPort) await once(parentPort, 'message')
}
parentPort?.postMessage(undefined)
