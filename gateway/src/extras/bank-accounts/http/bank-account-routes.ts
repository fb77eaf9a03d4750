import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { operatorLimit, uuidField, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { showChannels } from '../bank-channels.ts'
import { showLineRules } from '../line-rules.ts'
import { showProfiles } from '../set-bank-profile.ts'
import { listStandingAccounts, type StandingAccount, showStandingAccount } from '../show-account-figures.ts'
import type { ShownStatement } from '../show-statements.ts'
import type { BankAccountData, BankAccountPageData, BankChannelData, StatementData } from './contract/bank-accounts.ts'

const listQuery = z.object({ limit: operatorLimit, cursor: uuidField.optional() })

/** The operator's own bank accounts, and the folders that are watched for their files. */
export function bankAccountRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-accounts', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { limit, cursor } = request.query
      const { accounts, next } = await listStandingAccounts(deps, { limit, after: cursor })
      return success({ items: accounts.map(accountData), next_cursor: next ?? null })
    },
  })
  typed.get('/operator/bank-accounts/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { id } = request.params
      const data = accountData(await showStandingAccount(deps, id))
      const profiles = (await showProfiles(deps, id)).map(({ format, version, profile, set_by, created_at }) => ({
        ...{ format, version, profile: JSON.stringify(profile), set_by },
        at: isoMicroseconds(created_at),
      }))
      const rules = (await showLineRules(deps, id)).map(
        ({ id: rule_id, bank_code, text_contains, sign, set_by, ...rule }) => ({
          ...{ rule_id, sign, code: bank_code, text: text_contains, class: rule.class, set_by },
        }),
      )
      return success<BankAccountPageData>({ ...data, profiles, rules })
    },
  })
  typed.get('/operator/bank-channels', {
    config: { permission: 'operator_read' },
    handler: async () => {
      const items = (await showChannels(deps)).map(
        ({ id, environment, folder, networks, signs, looked_at, last_failure }): BankChannelData => ({
          ...{ channel_id: id, environment, folder, networks, signs, last_failure },
          looked_at: isoMicrosecondsOrNull(looked_at),
        }),
      )
      return success({ items })
    },
  })
}

function accountData({ account, ...standing }: StandingAccount): BankAccountData {
  const { lastFile: file, automaticSet: set } = standing
  return {
    bank_account_id: account.id,
    kind: account.kind,
    environment: account.environment,
    country: account.country,
    currency: account.currency,
    bank: account.bank_name,
    holder: account.holder,
    holder_document: account.holder_document,
    numbers: account.numbers,
    time_zone: account.time_zone,
    cutoff: account.cutoff?.slice(0, 5) ?? null,
    active: account.active,
    automatic: account.automatic,
    automatic_set: set && { by: set.actor, second: set.second, to: set.to, at: set.at },
    bank_balance: standing.bank,
    ledger_balance: standing.ledger,
    one_sided: standing.oneSided,
    difference: standing.difference,
    waiting: standing.waiting,
    last_file: file && { name: file.name, by: file.received_by, at: file.received_at },
    gaps: standing.statements.filter(isBroken).map(statementData),
  }
}

function isBroken({ addsUp, joins, surplus }: ShownStatement): boolean {
  return addsUp === false || joins === false || surplus !== null
}

export function statementData(statement: ShownStatement): StatementData {
  const { bankAccountId, fromDay, toDay, currency, opening, closing, lines, addsUp, joins, gap, surplus } = statement
  return {
    ...{ bank_account_id: bankAccountId, from_day: fromDay, to_day: toDay, currency, opening, closing, lines },
    ...{ adds_up: addsUp, joins, gap, surplus },
  }
}
