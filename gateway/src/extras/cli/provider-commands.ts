import { present } from '../../core/values/assert.ts'
import { environments } from '../../core/values/environment.ts'
import { proveOperator } from '../identity/prove-operator.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { certifyAccount } from '../providers/certify-account.ts'
import {
  type Certification,
  listConnectable,
  type ShownProviderAccount,
  showProviderAccounts,
  showRoutes,
} from '../providers/list-providers.ts'
import { type CertifiedStep, passedOf } from '../providers/rules/certification.ts'
import { explainRoute, type RouteOfAccount } from '../providers/set-route.ts'
import { tryAccount } from '../providers/try-account.ts'
import { actionCommand } from './action-command.ts'
import { type Command, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'
import { operationIdFrom } from './operation-id.ts'
import { connectorsOfCommand, creatorOptions, operatorOf } from './people.ts'
import { jsonIn } from './statement-commands.ts'
import { choiceFrom } from './values.ts'

const listCommand: Command = {
  name: 'provider list',
  summary: 'Show the accounts that move money, and what each connector asks for.',
  options: {},
  run: async ({ withDeps }) => {
    const { accounts, connectable } = await withDeps(async (deps) => {
      const connectors = connectorsOfCommand(deps)
      return {
        accounts: await showProviderAccounts({ ...deps, connectors }),
        connectable: listConnectable({ connectors }),
      }
    })
    return {
      facts: Object.fromEntries(accounts.map((account) => [account.id, accountText(account)])),
      json: accounts,
      notes: connectable.map(
        ({ connector, setUp }) =>
          `${connector} takes ${setUp.fields.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name)).join(', ')}.`,
      ),
    }
  },
}

function accountText(account: ShownProviderAccount): string {
  const { environment, sandbox, connector, name, settings, certificate_ends_at: ends, certification } = account
  return [
    `${environment}${sandbox ? ' (sandbox)' : ''} ${connector}: ${name}`,
    ...Object.entries(settings).map(([field, value]) => `${field} ${value}`),
    ends ? `certificate until ${ends.toISOString()}` : '',
    certification ? certificationText(certification) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

const tryCommand: Command = {
  name: 'provider try',
  summary:
    'Call a provider with the credentials of an account, and keep them sealed if it answers. Nothing uses them yet.',
  options: {
    connector: { value: 'NAME', help: 'the connector: see pasarela provider list', required: true },
    environment: { value: 'test|live', help: "test: the provider's sandbox, for test points only", required: true },
    name: { value: 'TEXT', help: 'what operators call the account', required: true },
    values: {
      value: 'FILE',
      help: 'JSON: the fields of the connector, each a text; only those that change',
      required: true,
    },
    account: { value: 'UUID', help: 'the account that gets other credentials; default: a new one' },
    by: creatorOptions.by,
    'operation-id': creatorOptions['operation-id'],
  },
  run: async ({ withDeps }, given) => {
    const draftId = operationIdFrom(given)
    const values = await valuesIn(present(given['values'], 'values'))
    const environment = choiceFrom('environment', present(given['environment'], 'environment'), environments)
    const draft = await withDeps(
      async (deps) =>
        await tryAccount(
          { ...deps, connectors: connectorsOfCommand(deps) },
          {
            ...{ draftId, environment, values, connectorAccountId: given['account'] },
            connector: present(given['connector'], 'connector'),
            name: present(given['name'], 'name'),
          },
          operatorOf(given),
        ),
    )
    return {
      facts: { draft_id: draft.id, name: draft.name, trial: draft.trial },
      notes: [`Put it to use: pasarela provider set --draft ${draft.id} --by NAME`],
    }
  },
}

async function valuesIn(path: string): Promise<Readonly<Record<string, string>>> {
  const read = await jsonIn(path)
  if (typeof read === 'object' && read !== null && Object.values(read).every((each) => typeof each === 'string')) {
    return read as Record<string, string>
  }
  throw new UsageError('--values names a JSON file with one object, whose values are texts')
}

const setCommand = actionCommand({
  name: 'provider set',
  summary: 'Put tried credentials to use: a new account, or others for one that stands.',
  action: 'provider_account',
  show: async (_deps, _fields, done) =>
    await Promise.resolve({
      facts: { connector_account_id: done?.connectorAccountId },
      notes: ['No order goes there before it has a route: pasarela route set'],
    }),
})

const minuteMs = 60_000
const waitMinutes = 10
const waitMinutesMax = 60

/** How an account stands, as the page of providers says it. */
function certificationText({ state, run }: Certification): string {
  if (!run || state === 'not_certified') return 'contract-tested, not certified'
  const { run_by: by, ended_at: at, steps } = run
  const certified = state === 'certified' ? 'certified' : 'certified before the last change,'
  return `${certified} on ${at.toISOString()} by ${by} (${passedOf(steps)} of ${steps.length} steps)`
}

const certifyCommand: Command = {
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

const routeCommand = actionCommand({
  name: 'route set',
  summary: 'Send new orders of a service code and a direction to an account.',
  action: 'route',
  fieldNames: { connector_account_id: 'account', service_code: 'service' },
})

const endCommand = actionCommand({
  name: 'route end',
  summary: 'End a route: new orders go to the next one. Orders under way stay where they are.',
  action: 'route_end',
})

const routesMax = 1_000

const routesCommand: Command = {
  name: 'route list',
  summary: 'Show which orders go where.',
  options: { account: { value: 'UUID', help: 'the routes of this account; default: all' } },
  run: async ({ withDeps }, { account: accountId }) => {
    const routes = await withDeps(async (deps) => await showRoutes(deps, { accountId, limit: routesMax }))
    return { facts: Object.fromEntries(routes.map((route) => [route.id, routeText(route)])), json: routes }
  },
}

const explainCommand: Command = {
  name: 'route explain',
  summary: 'Say where an order of a point would go now, and what stands behind.',
  options: {
    point: { value: 'UUID', help: 'the point', required: true },
    service: { value: 'CODE', help: 'the service code', required: true },
    'pay-type': { value: 'payin|payout', help: 'the direction', required: true },
  },
  run: async ({ withDeps }, given) => {
    const payType = choiceFrom('pay-type', present(given['pay-type'], 'pay-type'), ['payin', 'payout'] as const)
    const [pointId, serviceCode] = [present(given['point'], 'point'), present(given['service'], 'service')]
    const { chosen, candidates } = await withDeps(async (deps) => {
      const { environment } = await requirePoint(deps.database.engine, pointId)
      const order = { environment, pointId, serviceCode, payType }
      return await explainRoute({ ...deps, connectors: connectorsOfCommand(deps) }, order)
    })
    return {
      facts: Object.fromEntries(candidates.map((each) => [each.id, `${each.state}: ${routeText(each)}`])),
      notes: [chosen ? `It goes to ${chosen.account_name}.` : 'It would be refused: no route takes it.'],
      exitCode: chosen ? 0 : 1,
    }
  },
}

function routeText(route: RouteOfAccount): string {
  const { environment, point_name: point, service_code: code, pay_type: payType, priority, account_name: name } = route
  const whose = point === null ? `every ${environment} point` : `point ${point}`
  return `${payType} ${code} of ${whose} to ${name} (${route.connector}), priority ${priority}`
}

export const providerCommands: readonly Command[] = [
  listCommand,
  tryCommand,
  setCommand,
  certifyCommand,
  routesCommand,
  routeCommand,
  endCommand,
  explainCommand,
]
