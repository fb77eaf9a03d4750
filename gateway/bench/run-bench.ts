import { writeFileSync } from 'node:fs'
import { systemClock } from '../src/lib/clock.ts'
import { type Arguments, readArguments } from './arguments.ts'
import { type Bench, driverPool, gatewaySettings, openBench } from './bench-world.ts'
import { measureCallbacks } from './callbacks.ts'
import type { OpenedPath } from './contender.ts'
import { measureLists } from './lists.ts'
import { describeMachine } from './machine.ts'
import { measurePath } from './measure-path.ts'
import { sampleMemory } from './memory-sampler.ts'
import { type DetailName, detailNames, type PathName, partNames, pathNames, pathTitles } from './parts.ts'
import { openApplyOutcome } from './paths/apply-outcome.ts'
import { openCreatePayin } from './paths/create-payin.ts'
import { openPayout } from './paths/payout.ts'
import type { PathResult, Results } from './results.ts'
import { tableLines } from './table.ts'

const paths: Partial<Record<PathName, (bench: Bench, seconds: number) => Promise<OpenedPath>>> = {
  'create-bt-ar': async (bench) =>
    await openCreatePayin(bench, { service_code: 'BT_AR', amount: 1250.5, payer_doc_id: '20267565393' }),
  payout: async (bench) => await openPayout(bench),
  'apply-outcome': openApplyOutcome,
}

const details: Readonly<Record<DetailName, () => Promise<void>>> = {
  callbacks: measureCallbacks,
  lists: measureLists,
}

/** Measures what was asked for: the lines of one table, and the details that were named. */
async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2), partNames)
  const asked = pathNames.filter((name) => wanted.names.length === 0 || wanted.names.includes(name))
  if (asked.length > 0) await measureTable(wanted, asked)
  for (const name of detailNames) if (wanted.names.includes(name)) await details[name]()
}

async function measureTable(wanted: Arguments, asked: readonly PathName[]): Promise<void> {
  const results = await measure(asked, wanted.seconds)
  for (const line of tableLines(results)) console.log(line)
  if (wanted.saveTo !== undefined) writeFileSync(wanted.saveTo, `${JSON.stringify(results, null, 2)}\n`)
}

async function measure(asked: readonly PathName[], seconds: number): Promise<Results> {
  const bench = await openBench()
  const memory = sampleMemory(bench.world.gatewayPid())
  try {
    const found: PathResult[] = []
    for (const name of asked) {
      const open = paths[name]
      if (!open) continue
      process.stderr.write(`measuring ${name} …\n`)
      const path = await open(bench, seconds)
      found.push(await measurePath({ name, title: pathTitles[name] }, path, seconds))
      await path.close()
    }
    const db = driverPool(bench.world.databaseUrl)
    const machine = await describeMachine(db, gatewaySettings)
    await db.end()
    return { takenAt: systemClock().now().toISOString(), seconds, machine, paths: found, memory: memory.stop() }
  } finally {
    memory.stop()
    await bench.close()
  }
}

await main()
