import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { balanceData, balanceShape } from '../../../core/ledger/http/balance-routes.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { amountMinorMax, parseAmount } from '../../../core/values/money.ts'
import { type FieldProblem, Problem } from '../../../core/values/problem.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { currencySchema, jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { say } from '../messages/en.ts'
import { setTestFunds } from '../set-test-funds.ts'

const amountOrZero = z.union([z.number(), z.string().max(20)])

const fundsBody = z
  .object({
    currency: currencySchema,
    available: amountOrZero.optional().describe('What the available balance becomes'),
    overdraft_limit: amountOrZero.optional().describe('How far below zero payouts may take it; 0 = not at all'),
  })
  .meta({ id: 'TestFunds', anyOf: [{ required: ['available'] }, { required: ['overdraft_limit'] }] })

/** Sets the balance of a test point. */
export function fundsRoutes(app: FastifyInstance, deps: CoreDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/test/funds', {
    config: { scope: 'payouts', refusals: ['not_found'] },
    schema: {
      operationId: 'setTestFunds',
      tags: ['Test'],
      summary: 'Set the balance of a test point',
      description:
        'Test points start with an overdraft limit so large that every payout is covered. Set available and overdraft_limit to see insufficient_funds.',
      body: fundsBody,
      response: { 200: { description: 'The balance', content: jsonOf(successOf(balanceShape)) } },
    },
    handler: async (request) => {
      const { body, warnings } = readBody(fundsBody, request.body)
      const { currency, available, overdraft_limit: overdraft } = body
      const faults: FieldProblem[] = []
      if (available === undefined && overdraft === undefined) {
        faults.push({ code: 'required', param: 'available', message: say('simulator.funds_fields') })
      }
      const availableMinor = minorOf(available, { param: 'available', currency, faults })
      const overdraftMinor = minorOf(overdraft, { param: 'overdraft_limit', currency, faults })
      if (faults.length > 0) throw new Problem('validation_failed', { fields: faults })
      const balance = await setTestFunds(deps, callerOf(request), {
        currency,
        ...(availableMinor === undefined ? {} : { availableMinor }),
        ...(overdraftMinor === undefined ? {} : { overdraftMinor }),
      })
      return success(balanceData(balance), warnings)
    },
  })
}

interface Field {
  param: string
  currency: CurrencyCode
  faults: FieldProblem[]
}

/** An amount that may also be 0, in minor units. */
function minorOf(value: number | string | undefined, { param, currency, faults }: Field): bigint | undefined {
  if (value === undefined) return undefined
  if (Number(value) === 0 && /^-?0*(\.0*)?$/.test(String(value))) return 0n
  const read = parseAmount(value, currency, { field: param })
  if (read.ok && read.minor <= amountMinorMax) return read.minor
  if (!read.ok) faults.push({ code: read.code, param, message: read.message })
  return undefined
}
