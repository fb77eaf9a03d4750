import { present } from '../../core/values/assert.ts'
import { proveOperator } from '../identity/prove-operator.ts'
import { certifyAccount } from '../providers/certify-account.ts'
import type { Certification } from '../providers/list-providers.ts'
import { type CertifiedStep, passedOf } from '../providers/rules/certification.ts'
import { type Command, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'
import { connectorsOfCommand, creatorOptions, operatorOf } from './people.ts'

const minuteMs = 60_000
const waitMinutes = 10
const waitMinutesMax = 60

/** How an account stands, as the page of providers says it. */
export function certificationText({ state, run }: Certification): string {
  if (!run || state === 'not_certified') return 'contract-tested, not certified'
  const { run_by: by, ended_at: at, steps } = run
  const certified = state === 'certified' ? 'certified' : 'certified before the last change,'
  return `${certified} on ${at.toISOString()} by ${by} (${passedOf(steps)} of ${steps.length} steps)`
}

export const certifyCommand: Command = {
  name: 'provider certify',
  summary: "Certify an account: play its connector's steps against the provider's own system, and keep what came.",
  options: {
    account: { value: 'ID|NAME', help: 'the account: see pasarela provider list', required: true },
    live: { help: 'the account is live: real money moves, one smallest amount, and goes back' },
    wait: {
      value: 'MINUTES',
      help: `how long to wait for a person who pays, up to ${waitMinutesMax}; default: ${waitMinutes}; 0: nobody pays`,
    },
    by: creatorOptions.by,
    code: creatorOptions.code,
  },
  run: async ({ withDeps, say }, given) => {
    const isLive = given['live'] !== undefined
    const asked = { account: present(given['account'], 'account'), isLive, personMs: waitFrom(given), tell: say }
    return await withDeps(async (deps) => {
      const openConnectors = (onAnswer: Parameters<typeof connectorsOfCommand>[1]) =>
        connectorsOfCommand(deps, onAnswer)
      const { account, run } = await certifyAccount({ ...deps, openConnectors }, asked, await actorOf(deps, given))
      const { steps, outcome } = run
      return {
        facts: {
          account: `${account.environment} ${account.connector}: ${account.name}`,
          run_id: run.id,
          release: run.release,
          by: run.run_by,
          ended_at: run.ended_at.toISOString(),
          outcome: `${outcome} (${passedOf(steps)} of ${steps.length} steps)`,
          ...Object.fromEntries(steps.map((step) => [step.name, stepText(step)])),
        },
        json: run,
        exitCode: outcome === 'passed' && steps.every(({ state }) => state !== 'failed') ? 0 : 1,
      }
    })
  },
}

function stepText({ state, is_optional: isOptional, expected, came, took_ms: ms, request_ids: ids }: CertifiedStep) {
  const requests = ids.length === 0 ? '' : `; requests ${ids.join(', ')}`
  return `${state}${isOptional ? ' (optional)' : ''}: expected ${expected}; came: ${came}; ${ms} ms${requests}`
}

function waitFrom({ wait = String(waitMinutes) }: CommandValues): number {
  const minutes = /^\d{1,2}$/.test(wait) ? Number(wait) : Number.NaN
  if (minutes <= waitMinutesMax) return minutes * minuteMs
  throw new UsageError(`--wait takes a whole number of minutes, up to ${waitMinutesMax}`)
}

/** Where real money moves, a code of the person's second factor proves who it is. */
async function actorOf(deps: CliDeps, given: CommandValues) {
  if (given['live'] === undefined) return operatorOf(given)
  return await proveOperator(deps, { email: present(given['by'], 'by'), code: given['code'] ?? '' })
}
