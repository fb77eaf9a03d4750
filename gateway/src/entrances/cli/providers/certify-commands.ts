import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { certify } from '../../../provider-accounts/certify.ts'
import { showAccount } from '../../../provider-accounts/show-accounts.ts'
import {
  factsOfReport,
  isOurReport,
  readSignedReport,
  type SignedReport,
} from '../../../provider-accounts/sign-report.ts'
import { present } from '../../../values/assert.ts'
import { parseAmount } from '../../../values/money.ts'
import { type Command, UsageError } from '../command.ts'
import { creatorOptions, operatorOf } from '../people.ts'
import { setByOf, withProviderDeps } from './provider-command.ts'

const waitSecondsMax = 3_600

const pixCommand: Command = {
  name: 'certify pix',
  summary: 'Try a test account of the Pix API by the certification list, and write a signed report.',
  options: {
    account: { value: 'ID', help: 'the connector account: see pasarela connector list', required: true },
    report: { value: 'FILE', help: 'where the signed report is written', required: true },
    amount: { value: 'AMOUNT', help: 'of the payment, in BRL; default 1.00' },
    wait: { value: 'SECONDS', help: 'how long somebody has to pay the code that is shown; default 300, 0 for nobody' },
    by: creatorOptions.by,
    note: { value: 'TEXT', help: 'for the audit log' },
  },
  run: async (surroundings, values) => {
    const accountId = present(values['account'], 'account')
    const path = present(values['report'], 'report')
    const wishes = { accountId, amountMinor: amountOf(values['amount']), waitMs: waitOf(values['wait']) * 1_000 }
    return await withProviderDeps(surroundings, async (deps) => {
      const { account } = await showAccount(deps, accountId)
      if (account.connector !== 'pix-api') throw new UsageError('This account is none of the connector pix-api.')
      const by = setByOf({ operator: operatorOf(values), evidence: values['note'] ?? '' })
      const { isCertified, steps, signed } = await certify(
        deps,
        { ...wishes, say: surroundings.say, pause: async (ms) => await sleep(ms) },
        by,
      )
      await writeFile(path, `${JSON.stringify(signed, undefined, 2)}\n`, { mode: 0o600 })
      return {
        facts: {
          certified: isCertified ? 'yes' : 'no',
          ...Object.fromEntries(steps.map(({ name, result, detail }) => [name, `${result}: ${detail}`])),
          report: path,
        },
        notes: isCertified ? [] : ['Certified is an account of which every step passed.'],
        exitCode: isCertified ? 0 : 1,
      }
    })
  },
}

const checkCommand: Command = {
  name: 'certify check',
  summary: 'Say whether this deployment signed a report, and what it says.',
  argument: { value: 'FILE', help: 'the signed report' },
  options: {},
  run: async ({ withDeps }, values) => {
    const signed = await readReport(present(values['FILE'], 'FILE'))
    return await withDeps(async (deps) => {
      if (!isOurReport(deps.secretBox, signed)) {
        return await Promise.resolve({
          facts: { signed: 'no' },
          notes: ['This deployment did not sign exactly this report.'],
          exitCode: 1,
        })
      }
      const { result, by, ended_at: endedAt } = factsOfReport(signed)
      return { facts: { signed: 'yes', result, by, ended_at: endedAt } }
    })
  },
}

async function readReport(path: string): Promise<SignedReport> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const signed = readSignedReport(text)
  if (!signed) throw new UsageError(`${path} cannot be read as a signed report`)
  return signed
}

function amountOf(text = '1.00'): bigint {
  const amount = parseAmount(text, 'BRL')
  if (!amount.ok) throw new UsageError(`--amount: ${amount.message}`)
  return amount.minor
}

function waitOf(text = '300'): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > waitSecondsMax) {
    throw new UsageError(`--wait is a whole number of seconds up to ${waitSecondsMax}`)
  }
  return Number(text)
}

export const certifyCommands: readonly Command[] = [pixCommand, checkCommand]
