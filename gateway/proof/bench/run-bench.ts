import { writeFileSync } from 'node:fs'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { ArgumentError, type Arguments, readArguments } from './arguments.ts'
import { type Bench, gatewaySettings, openBench } from './bench-world.ts'
import { changeLines, readResults } from './compare.ts'
import type { OpenedPath } from './contender.ts'
import { countTransactions, fillTransactions } from './fill-transactions.ts'
import { type GrowthPoint, growthLines, measurePoint, stagesOf } from './growth.ts'
import { describeMachine, machineLines, sampleMemory } from './machine.ts'
import { measureEach, measurePath } from './measure-path.ts'
import { type PathName, pathTitles } from './parts.ts'
import { openApplyOutcome } from './paths/apply-outcome.ts'
import { openCallbackDelivery } from './paths/callback-delivery.ts'
import { openCardPayin } from './paths/card-payin.ts'
import { openCreatePayin } from './paths/create-payin.ts'
import { openPayout } from './paths/payout.ts'
import { openList, openReadOne } from './paths/reads.ts'
import type { PathResult, Results } from './results.ts'
import { tableLines } from './table.ts'

const bankTransfer = { service_code: 'BT_AR', amount: 1250.5, payer_doc_id: '20267565393' }

const paths: Readonly<Record<PathName, (bench: Bench, seconds: number) => Promise<OpenedPath>>> = {
  'create-bt-ar': async (bench) => await openCreatePayin(bench, bankTransfer),
  'create-own-account': async (bench) => await openCreatePayin({ ...bench, shops: bench.liveShops }, bankTransfer),
  'create-pix-br': async (bench) =>
    await openCreatePayin(bench, { service_code: 'PIX_BR', amount: 99.5, payer_doc_id: '52998224725' }),
  'card-payin': openCardPayin,
  payout: openPayout,
  'apply-outcome': openApplyOutcome,
  'callback-delivery': openCallbackDelivery,
  'read-one': openReadOne,
  list: openList,
}

/** Measures the lines that were asked for. */
async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2))
  const earlier = wanted.compareWith === undefined ? undefined : readResults(wanted.compareWith)
  const bench = await openBench()
  try {
    if (wanted.growth) {
      await showGrowth(bench, wanted)
    } else {
      const results = await measure(bench, wanted)
      for (const line of tableLines(results)) console.log(line)
      if (earlier) for (const line of changeLines(earlier, results)) console.log(line)
      if (wanted.saveTo !== undefined) writeFileSync(wanted.saveTo, `${JSON.stringify(results, null, 2)}\n`)
    }
  } catch (error) {
    process.stderr.write(`The gateway and the bank said at last:\n${bench.lastOutput()}\n`)
    throw error
  } finally {
    await bench.close()
  }
}

/** The first line, and each point of growth, pays for what all share: a process compiles what is hot in its first seconds. */
const firstSecondsMin = 3

async function measure(bench: Bench, { names, seconds, rows }: Arguments): Promise<Results> {
  const memory = sampleMemory(bench.world.gatewayPid())
  try {
    await fillTransactions(bench, rows)
    const measured = async (name: PathName, isFirst: boolean) => {
      process.stderr.write(`measuring ${name} …\n`)
      const warmSeconds = isFirst ? Math.max(seconds, firstSecondsMin) : seconds
      return await measureLine(bench, name, { seconds, warmSeconds })
    }
    const found = await measureEach(names, measured, complain)
    const machine = await describeMachine(bench.db, gatewaySettings)
    return { takenAt: systemClock().now().toISOString(), seconds, rows, machine, paths: found, memory: memory.stop() }
  } finally {
    memory.stop()
  }
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

async function measureLine(
  bench: Bench,
  name: PathName,
  times: { seconds: number; warmSeconds: number },
): Promise<PathResult> {
  const path = await paths[name](bench, times.seconds)
  try {
    return await measurePath({ name, title: pathTitles[name] }, path, times)
  } finally {
    await path.close?.()
  }
}

/** Each line at several sizes of the database. */
async function showGrowth(bench: Bench, { names, seconds, rows }: Arguments): Promise<void> {
  const points: GrowthPoint[] = []
  for (const stage of stagesOf(rows)) {
    await fillTransactions(bench, stage)
    const measured = async (name: PathName): Promise<GrowthPoint> => {
      process.stderr.write(`measuring ${name} with ${stage} rows …\n`)
      const path = await paths[name](bench, seconds)
      try {
        const rowsNow = await countTransactions(bench.db)
        return { name, rows: rowsNow, ...(await measurePoint(path, seconds, firstSecondsMin)) }
      } finally {
        await path.close?.()
      }
    }
    points.push(...(await measureEach(names, measured, complain)))
  }
  const machine = await describeMachine(bench.db, gatewaySettings)
  for (const line of [...machineLines(machine), ...growthLines(points)]) console.log(line)
}

main().catch((error: unknown) => {
  console.error(error instanceof ArgumentError ? error.message : error)
  process.exitCode = 1
})
