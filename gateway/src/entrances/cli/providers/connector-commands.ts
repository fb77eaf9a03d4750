import {
  addProviderAccount,
  disableProviderAccount,
  enableProviderAccount,
  replaceCredentials,
} from '../../../provider-accounts/provider-account.ts'
import { registerNotifications } from '../../../provider-accounts/register-notifications.ts'
import {
  type EnteredCredentials,
  type SealedSummary,
  sealCredentials,
} from '../../../provider-accounts/seal-credentials.ts'
import {
  listAccounts,
  offeredConnectors,
  type ShownAccount,
  showAccount,
} from '../../../provider-accounts/show-accounts.ts'
import { tryAccount, trySealed } from '../../../provider-accounts/try-account.ts'
import { present } from '../../../values/assert.ts'
import { environments } from '../../../values/environment.ts'
import { type Command, type CommandResult, type CommandValues, UsageError } from '../command.ts'
import { operationIdFrom } from '../operation-id.ts'
import { actOrPropose, creatorOptions, operatorOf, reasonOption } from '../people.ts'
import { choiceFrom } from '../values.ts'
import { credentialsOf, type ProviderCliDeps, setByOf, withProviderDeps } from './provider-command.ts'
import { routeText } from './route-commands.ts'

const idArgument = { value: 'ID', help: 'the connector account: see pasarela connector list' }
const credentialOptions = {
  credentials: { value: 'FILE', help: 'the credentials as a JSON object; - reads standard input', required: true },
  pem: { value: 'FIELD=FILE', help: 'PEM files of certificates and keys, several with commas' },
  try: { help: 'call the provider with them first, and stop if it refuses them' },
} as const
const environmentOption = { value: 'test|live', help: 'default: both' }

const fieldsCommand: Command = {
  name: 'connector fields',
  summary: 'Show what the accounts of each connector need.',
  options: {},
  run: async ({ config, withDeps }) =>
    await withProviderDeps({ config, withDeps }, async ({ connectors }) => {
      const offered = offeredConnectors({ connectors })
      const facts = offered.flatMap(({ connector, fields }) =>
        fields.map(({ name, label, isSecret, isRequired, isPem, example, options }) => {
          const kind = [isRequired ? 'required' : 'optional', isSecret && 'secret', isPem && 'PEM'].filter(Boolean)
          return [
            `${connector} ${name}`,
            `${label.en} (${kind.join(', ')}), ${options ? `one of ${options.join(', ')}` : `for example ${example}`}`,
          ] as const
        }),
      )
      return await Promise.resolve({
        facts: Object.fromEntries(facts),
        json: offered,
        notes: offered.length === 0 ? ['No connector of this deployment takes accounts.'] : [],
      })
    }),
}

const addCommand: Command = {
  name: 'connector add',
  summary: 'Add an account at a provider. It takes orders once it has a route.',
  options: {
    connector: { value: 'NAME', help: 'see pasarela connector fields', required: true },
    environment: { value: 'test|live', help: "test: an account at the provider's sandbox", required: true },
    name: { value: 'NAME', help: 'as operators see it', required: true },
    ...credentialOptions,
    note: reasonOption,
    ...creatorOptions,
  },
  run: async (surroundings, values) => {
    const credentials = await credentialsOf(values, surroundings)
    const entered = {
      credentials,
      connector: present(values['connector'], 'connector'),
      environment: choiceFrom('environment', present(values['environment'], 'environment'), environments),
      name: present(values['name'], 'name'),
    }
    return await withProviderDeps(surroundings, async (deps) => {
      const { sealed, facts } = await sealedOf(deps, values, entered)
      const { sealedId, digest } = sealed
      const acting = await actOrPropose(deps, values, { action: 'provider_account', sealedId, digest })
      if (acting.kind === 'proposed') return withFacts(acting.result, facts)
      const added = await addProviderAccount(deps, sealed, setByOf(acting.by))
      const note = `It takes orders once it has a route: pasarela route add --account ${added.id} …`
      return { facts: { connector_account_id: added.id, ...shownFacts(sealed), ...facts }, notes: [note] }
    })
  },
}

const credentialsCommand: Command = {
  name: 'connector credentials',
  summary: 'Replace the credentials of an account. Calls use the new ones within five seconds.',
  argument: idArgument,
  options: { ...credentialOptions, note: reasonOption, ...creatorOptions },
  run: async (surroundings, values) => {
    const credentials = await credentialsOf(values, surroundings)
    const connectorAccountId = present(values['ID'], 'ID')
    return await withProviderDeps(surroundings, async (deps) => {
      const { sealed, facts } = await sealedOf(deps, values, { credentials, connectorAccountId })
      const { sealedId, digest } = sealed
      const acting = await actOrPropose(deps, values, { action: 'provider_credentials', sealedId, digest })
      if (acting.kind === 'proposed') return withFacts(acting.result, facts)
      await replaceCredentials(deps, sealed, setByOf(acting.by))
      return { facts: { connector_account_id: connectorAccountId, ...shownFacts(sealed), ...facts } }
    })
  },
}

/** Checks and seals the credentials, and tries them if asked. The operation id makes a repetition find them again. */
async function sealedOf(
  deps: ProviderCliDeps,
  values: CommandValues,
  entered: EnteredCredentials,
): Promise<{ sealed: SealedSummary; facts: Readonly<Record<string, string>> }> {
  const again = values['operation-id'] === undefined ? {} : { sealedId: operationIdFrom(values) }
  const sealed = await sealCredentials(deps, { ...entered, ...again })
  if (values['try'] === undefined) return { sealed, facts: {} }
  const tried = await trySealed(deps, sealed)
  if (!tried.ok) throw new UsageError(`Nothing was changed: ${tried.why}`)
  return { sealed, facts: { tried: 'the provider takes these credentials' } }
}

const listCommand: Command = {
  name: 'connector list',
  summary: 'List accounts at providers.',
  options: { environment: environmentOption },
  run: async (surroundings, values) => {
    const asked = values['environment']
    const environment = asked === undefined ? undefined : choiceFrom('environment', asked, environments)
    return await withProviderDeps(surroundings, async (deps) => {
      const accounts = await listAccounts(deps, environment)
      return {
        facts: Object.fromEntries(accounts.map((account) => [account.id, accountText(account)])),
        json: accounts.map(jsonOf),
        notes: accounts.length === 0 ? ['There is none: pasarela connector add makes one.'] : [],
      }
    })
  },
}

const showCommand: Command = {
  name: 'connector show',
  summary: 'Show an account at a provider, its certificates and its routes. Secrets are never shown.',
  argument: idArgument,
  options: {},
  run: async (surroundings, values) =>
    await withProviderDeps(surroundings, async (deps) => {
      const { account, routes } = await showAccount(deps, present(values['ID'], 'ID'))
      const { id, facts, certificates } = account
      return {
        facts: {
          connector_account_id: id,
          account: accountText(account),
          certified: certifiedText(account),
          created_at: account.created_at.toISOString(),
          credentials_changed_at: account.credentials_changed_at?.toISOString(),
          ...facts,
          ...Object.fromEntries(
            certificates.map(({ name, subject, not_after: until, daysLeft, state }) => [
              `certificate ${name}`,
              `${subject}, until ${until.slice(0, 10)} (${daysLeft} days, ${state})`,
            ]),
          ),
          ...Object.fromEntries(routes.map((route) => [`route ${route.id}`, routeText(route)])),
        },
        json: { ...jsonOf(account), routes: routes.map((route) => ({ route_id: route.id, route: routeText(route) })) },
        notes: ['Contract-tested by the provider’s description. A provider’s own approval is another matter.'],
      }
    }),
}

const tryCommand: Command = {
  name: 'connector try',
  summary: 'Call the provider with the credentials of an account. No money moves.',
  argument: idArgument,
  options: {},
  run: async (surroundings, values) =>
    await withProviderDeps(surroundings, async (deps) => {
      const tried = await tryAccount(deps, present(values['ID'], 'ID'))
      if (tried.ok) return { facts: { works: 'yes', ...tried.facts } }
      return { facts: { works: 'no' }, notes: [tried.why], exitCode: 1 }
    }),
}

const notifyCommand: Command = {
  name: 'connector notify',
  summary: 'Tell the provider where to send the notifications of an account.',
  argument: idArgument,
  options: { by: creatorOptions.by, note: { value: 'TEXT', help: 'reason' } },
  run: async (surroundings, values) =>
    await withProviderDeps(surroundings, async (deps) => {
      const by = setByOf({ operator: operatorOf(values), evidence: values['note'] ?? '' })
      const registered = await registerNotifications(deps, present(values['ID'], 'ID'), by)
      if (registered.ok) return { facts: { registered: 'yes', ...registered.facts } }
      return { facts: { registered: 'no' }, notes: [registered.why], exitCode: 1 }
    }),
}

const disableCommand: Command = {
  name: 'connector disable',
  summary: 'Let an account take no new orders, at once. Its open orders go on.',
  argument: idArgument,
  options: { by: creatorOptions.by, note: { value: 'TEXT', help: 'reason' } },
  run: async (surroundings, values) =>
    await withProviderDeps(surroundings, async (deps) => {
      const by = setByOf({ operator: operatorOf(values), evidence: values['note'] ?? '' })
      const account = await disableProviderAccount(deps, present(values['ID'], 'ID'), by)
      return { facts: { connector_account_id: account.id, disabled_at: account.disabled_at?.toISOString() } }
    }),
}

const enableCommand: Command = {
  name: 'connector enable',
  summary: 'Let a disabled account take orders again.',
  argument: idArgument,
  options: { note: reasonOption, ...creatorOptions },
  run: async (surroundings, values) =>
    await withProviderDeps(surroundings, async (deps) => {
      const connectorAccountId = present(values['ID'], 'ID')
      const acting = await actOrPropose(deps, values, { action: 'provider_enable', connectorAccountId })
      if (acting.kind === 'proposed') return acting.result
      await enableProviderAccount(deps, connectorAccountId, setByOf(acting.by))
      return { facts: { connector_account_id: connectorAccountId } }
    }),
}

function withFacts(result: CommandResult, facts: Readonly<Record<string, string>>): CommandResult {
  return { ...result, facts: { ...result.facts, ...facts } }
}

function shownFacts({ connector, environment, name, facts, certificates }: SealedSummary): Record<string, string> {
  const ends = certificates.map((each) => [`certificate ${each.name}`, `until ${each.not_after.slice(0, 10)}`])
  return { connector, environment, name, ...facts, ...Object.fromEntries(ends) }
}

function accountText({ connector, environment, name, sandbox, disabled_at: disabledAt }: ShownAccount): string {
  const where = sandbox ? 'test, sandbox' : environment
  return `${name}: ${connector} (${where})${disabledAt === null ? '' : `, disabled since ${disabledAt.toISOString()}`}`
}

/** What a certification at the provider said, and whether the account has other credentials since. */
function certifiedText({ certification: last, credentials_changed_at: changedAt }: ShownAccount): string {
  if (!last) return 'never tried: contract-tested, not certified'
  const when = `on ${last.created_at.toISOString().slice(0, 10)} by ${last.certified_by}`
  const since = changedAt !== null && changedAt > last.created_at ? ', before its credentials were replaced' : ''
  return last.is_certified ? `certified ${when}${since}` : `not certified: tried ${when}, and not every step passed`
}

function jsonOf({
  id,
  canReplace: _replace,
  canTry: _try,
  canRegister: _register,
  certificates,
  ...rest
}: ShownAccount): object {
  const shown = certificates.map(({ daysLeft, ...each }) => ({ ...each, days_left: daysLeft }))
  return { connector_account_id: id, ...rest, certificates: shown }
}

export const connectorCommands: readonly Command[] = [
  fieldsCommand,
  addCommand,
  listCommand,
  showCommand,
  tryCommand,
  notifyCommand,
  credentialsCommand,
  disableCommand,
  enableCommand,
]
