import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { debianPrograms } from '../support/debian-postgres.ts'
import { type Endings, openEndings } from '../support/world.ts'
import { type Drill, drills } from './drills.ts'
import { type PatroniCluster, startCluster } from './patroni-cluster.ts'
import { faultsOf, oursSecondsMax, playRound, type RoundResult } from './play-round.ts'
import { signalAll, withChildren } from './server-program.ts'

const needed = ['patroni', 'patronictl', 'etcd', 'setpriv', 'ps']
const roundsMax = 100

const usage = `npm run failover -- [--drill NAME,…] [--rounds N] [--programs FOLDER]
  --drill      ${drills.map(({ name, what }) => `${name.padEnd(11)}${what}`).join('\n               ')}
               default: each of them
  --rounds     of each drill, 1 to ${roundsMax} (1)
  --programs   of PostgreSQL (${debianPrograms})`

interface Wishes {
  wanted: readonly Drill[]
  rounds: number
  programs: string
}

/** Undefined: `problem` says what is wrong. */
function readWishes(): Wishes | { problem: string } {
  const options = { drill: { type: 'string' }, rounds: { type: 'string' }, programs: { type: 'string' } } as const
  try {
    const { values } = parseArgs({ options })
    const { drill, rounds = '1', programs = debianPrograms } = values
    const names = drill?.split(',') ?? drills.map(({ name }) => name)
    const unknown = names.filter((name) => !drills.some((each) => each.name === name))
    if (unknown.length > 0) return { problem: `${unknown.join(', ')}: no such drill.\n${usage}` }
    if (!/^[1-9]\d*$/.test(rounds) || Number(rounds) > roundsMax) return { problem: `--rounds ${rounds}.\n${usage}` }
    return { wanted: drills.filter(({ name }) => names.includes(name)), rounds: Number(rounds), programs }
  } catch (error) {
    return { problem: `${(error as Error).message}\n${usage}` }
  }
}

function missingPrograms(programs: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = [
    ...needed.filter((name) => !folders.some((folder) => existsSync(join(folder, name)))),
    ...['initdb', 'pg_basebackup', 'pg_rewind'].map((name) => join(programs, name)).filter((file) => !existsSync(file)),
  ]
  if (missing.length === 0) return undefined
  return (
    `The failover drills need ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ` +
    'patroni etcd-server postgresql-15 procps util-linux (their services need not run).'
  )
}

/** What cannot be ended is told, and the results with it. */
async function endAll(endings: Endings): Promise<void> {
  await endings.end().catch((error: unknown) => console.error('while ending:', error))
}

function line(drill: Drill, round: number, text: string): string {
  return `${drill.name} ${round}: ${text}`
}

/** Plays the drills one after another on one cluster. What it plays until something throws is in `results`. */
async function play({ wanted, rounds }: Wishes, stage: Stage): Promise<void> {
  const { cluster, endings, results } = stage
  for (let round = 1; round <= rounds; round++) {
    for (const drill of wanted) {
      const log = (text: string) => console.log(new Date().toISOString().slice(11, 19), line(drill, round, text))
      const result = await playRound(cluster, drill, { round, endings, log })
      await endAll(endings)
      results.push(result)
      for (const fault of faultsOf(result)) log(`FAILED: ${fault}`)
    }
  }
}

interface Stage {
  cluster: PatroniCluster
  /** Of one round. */
  endings: Endings
  results: RoundResult[]
}

function printTable(results: readonly RoundResult[]): void {
  const answersOf = ({ answers }: RoundResult) =>
    Object.entries(answers)
      .map(([what, count]) => `${count} × ${what}`)
      .join(', ')
  console.table(
    results.map((result) => ({
      drill: `${result.drill.name} ${result.round}`,
      's to five good': `${result.seconds} (aim ${result.drill.secondsMax ?? 'none'})`,
      'of which ours': `${result.oursSeconds} (aim ${oursSecondsMax})`,
      'answers from the fault on': answersOf(result),
      acknowledged: result.acknowledged,
      lost: result.lost,
      twice: result.twice,
      'callbacks missing': result.missing,
      'out of order': result.disordered,
      's to whole': result.wholeSeconds,
      verify: result.verify,
    })),
  )
  for (const result of results) {
    for (const fault of faultsOf(result)) console.log('FAILED', line(result.drill, result.round, fault))
  }
}

/** Ends with 1 when anything did not hold. */
async function main(): Promise<void> {
  const wishes = readWishes()
  const problem = 'problem' in wishes ? wishes.problem : missingPrograms(wishes.programs)
  if ('problem' in wishes || problem !== undefined) {
    console.error(problem)
    process.exitCode = 1
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-failover-'))
  mkdirSync(join(folder, 'logs'))
  chmodSync(folder, 0o755)
  const [endings, clusterEndings, results] = [openEndings(), openEndings(), [] as RoundResult[]]
  let ended: Promise<void> | undefined
  const end = () => (ended ??= endAll(endings).then(async () => await endAll(clusterEndings)))
  // Whatever a signal or a fault interrupted: nothing that this process started outlives it.
  process.once('exit', () => signalAll(withChildren(process.pid).slice(1), 'SIGKILL'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      void end().finally(() => {
        rmSync(folder, { recursive: true, force: true })
        process.exit(130)
      })
    })
  }
  let isWhole = false
  try {
    await play(wishes, { cluster: await startCluster(folder, wishes.programs, clusterEndings), endings, results })
    isWhole = results.every((result) => faultsOf(result).length === 0)
  } finally {
    await end()
    printTable(results)
    const logs = isWhole ? [] : ['logs']
    for (const name of readdirSync(folder).filter((each) => !logs.includes(each))) {
      rmSync(join(folder, name), { recursive: true })
    }
    if (isWhole) rmdirSync(folder)
    else console.log(`The logs of all processes are in ${join(folder, 'logs')}.`)
  }
  process.exitCode = isWhole ? 0 : 1
}

await main()
