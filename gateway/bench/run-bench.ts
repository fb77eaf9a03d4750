import { writeFileSync } from 'node:fs'
import { systemClock } from '../src/core/platform/clock/clock.ts'
import { ArgumentError, readArguments } from './arguments.ts'
import { type Bench, driverPool, gatewaySettings, openBench } from './bench-world.ts'
import { changeLines, readResults } from './compare.ts'
import type { OpenedPath } from './contender.ts'
import { describeMachine } from './machine.ts'
import { measurePath } from './measure-path.ts'
import { sampleMemory } from './memory-sampler.ts'
import { type PathName, pathNames, pathTitles } from './parts.ts'
import { openApplyOutcome } from './paths/apply-outcome.ts'
import { openCallbackDelivery } from './paths/callback-delivery.ts'
import { openCardPayin } from './paths/card-payin.ts'
import { openCreatePayin } from './paths/create-payin.ts'
import { openExport } from './paths/export.ts'
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
  'create-spei-mx': async (bench) => await openCreatePayin(bench, { service_code: 'SPEI_MX', amount: 350.75 }),
  'card-payin': openCardPayin,
  payout: openPayout,
  'apply-outcome': openApplyOutcome,
  'callback-delivery': openCallbackDelivery,
  'read-one': openReadOne,
  list: openList,
  export: openExport,
}

/** Measures the lines of the table that were asked for. */
async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2), pathNames)
  const asked = pathNames.filter((name) => wanted.names.length === 0 || wanted.names.includes(name))
  const earlier = wanted.compareWith === undefined ? undefined : readResults(wanted.compareWith)
  const results = await measure(asked, wanted.seconds)
  for (const line of tableLines(results)) console.log(line)
  if (earlier) for (const line of changeLines(earlier, results)) console.log(line)
  if (wanted.saveTo !== undefined) writeFileSync(wanted.saveTo, `${JSON.stringify(results, null, 2)}\n`)
}

/** The first line pays for what all share: a process compiles what is hot in its first seconds. */
const firstSecondsMin = 3

async function measure(asked: readonly PathName[], seconds: number): Promise<Results> {
  const bench = await openBench()
  const memory = sampleMemory(bench.world.gatewayPid())
  try {
    const found: PathResult[] = []
    for (const name of asked) {
      const open = paths[name]
      process.stderr.write(`measuring ${name} …\n`)
      const path = await open(bench, seconds)
      const warmSeconds = found.length === 0 ? Math.max(seconds, firstSecondsMin) : seconds
      found.push(await measurePath({ name, title: pathTitles[name] }, path, { seconds, warmSeconds }))
      await path.close()
    }
    const db = driverPool(bench.world.databaseUrl)
    const machine = await describeMachine(db, gatewaySettings)
    await db.end()
    return { takenAt: systemClock().now().toISOString(), seconds, machine, paths: found, memory: memory.stop() }
  } catch (error) {
    process.stderr.write(`The gateway and the bank said at last:\n${bench.lastOutput()}\n`)
    throw error
  } finally {
    memory.stop()
    await bench.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ArgumentError ? error.message : error)
  process.exitCode = 1
})
