import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Actions, Proposable } from '../../approvals/proposable.ts'
import { propose } from '../../approvals/propose.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import type { ApplyDeps } from '../../processing/apply-outcome.ts'
import { readBody } from '../../web/json-body.ts'
import {
  environmentField,
  operatorActor,
  operatorLimit,
  plainField,
  uuidField,
  uuidParameter,
} from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { readBankProposal } from '../bank-actions.ts'
import { endRule, listLineRules } from '../judgements/line-rules.ts'
import { findOrderFor } from '../judgements/link-line.ts'
import { refuseMatch } from '../judgements/refuse-candidate.ts'
import { compareWith, listLines, showLine } from '../judgements/show-line.ts'
import type { BankActionName } from '../rules/bank-action-names.ts'
import { lineStates } from '../rules/line-classes.ts'
import type { BankLinesData, JudgementData } from './contract/operator-lines.ts'
import { bankLineData, bankLineDetailData, candidateData, lineRuleData } from './line-data.ts'

/** `actions`: how proposals are prepared and executed. */
export type LineRoutesDeps = ApplyDeps & Pick<PlatformDeps, 'clock'> & { actions: Actions<Proposable> }

const listQuery = z.object({
  state: z.enum([...lineStates, 'waiting']).optional(),
  environment: environmentField.optional(),
  account: uuidField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})
/** The longest merchant's reference, and more than a payer's number. */
const orderLengthMax = 255

const why = { evidence: z.string().max(2_000).default(''), operation_id: uuidField.optional() }
/** Fields of an action are checked by the action itself. */
const judgementBody = z.looseObject(why)
const linkBody = z.looseObject({ ...why, order: plainField(orderLengthMax).optional() })
const refuseBody = z.object({ transaction_id: uuidField })
const compareQuery = z.object({ order: plainField(orderLengthMax) })
const rulesQuery = z.object({ account: uuidField.optional() })

/** Lines of own bank accounts: what they are, and what people say that they are. */
export function operatorLineRoutes(app: FastifyInstance, deps: LineRoutesDeps): void {
  readingRoutes(app, deps)
  judgingRoutes(app, deps)
  plainRoutes(app, deps)
}

function readingRoutes(app: FastifyInstance, deps: LineRoutesDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'operator_read' } as const
  typed.get('/operator/bank-lines', {
    config,
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { state, environment, account: bankAccountId, cursor: before, limit } = request.query
      const { rows, next } = await listLines(deps, { state, environment, bankAccountId, before, limit })
      return success<BankLinesData>({ items: rows.map(bankLineData), next_cursor: next })
    },
  })
  typed.get('/operator/bank-lines/:id', {
    config,
    schema: { params: uuidParameter },
    handler: async (request) => success(bankLineDetailData(await showLine(deps, request.params.id))),
  })
  typed.get('/operator/bank-lines/:id/compare', {
    config,
    schema: { params: uuidParameter, querystring: compareQuery },
    handler: async (request) => {
      const { id } = request.params
      const transactionId = await findOrderFor(deps, id, request.query.order)
      return success(candidateData(await compareWith(deps, id, transactionId)))
    },
  })
  typed.get('/operator/bank-line-rules', {
    config,
    schema: { querystring: rulesQuery },
    handler: async (request) => {
      const rules = await listLineRules(deps, request.query.account)
      return success({ items: rules.map(lineRuleData) })
    },
  })
}

/** Each makes a proposal; it is executed at once where one operator may act alone. */
function judgingRoutes(app: FastifyInstance, deps: LineRoutesDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'operator_act', stepUp: true } as const
  const schema = { params: uuidParameter }
  typed.post('/operator/bank-lines/:id/link', {
    config,
    schema,
    handler: async (request, reply) => {
      const { order, ...body } = readBody(linkBody, request.body).body
      const found = order === undefined ? {} : { transaction_id: await findOrderFor(deps, request.params.id, order) }
      const asked = { ...body, ...found, line_id: request.params.id }
      return reply.code(201).send(success(await proposeJudgement(deps, request, { action: 'link_line', asked })))
    },
  })
  for (const [path, action] of [
    ['class', 'class_line'],
    ['return', 'return_line'],
    ['keep', 'keep_line'],
    ['reopen', 'reopen_line'],
  ] as const) {
    typed.post(`/operator/bank-lines/:id/${path}`, {
      config,
      schema,
      handler: async (request, reply) => {
        const asked = { ...readBody(judgementBody, request.body).body, line_id: request.params.id }
        return reply.code(201).send(success(await proposeJudgement(deps, request, { action, asked })))
      },
    })
  }
  typed.post('/operator/bank-line-rules', {
    config,
    handler: async (request, reply) => {
      const asked = readBody(judgementBody, request.body).body
      return reply.code(201).send(success(await proposeJudgement(deps, request, { action: 'line_rule', asked })))
    },
  })
}

interface Judgement {
  action: BankActionName
  asked: z.output<typeof judgementBody>
}

async function proposeJudgement(
  deps: LineRoutesDeps,
  request: FastifyRequest,
  { action, asked }: Judgement,
): Promise<JudgementData> {
  const { evidence, operation_id: operationId, ...fields } = asked
  const proposed = readBankProposal(action, fields)
  const { result } = await propose(deps, { proposed, evidence, by: operatorActor(request), operationId })
  return { proposal_id: result.id, state: result.state === 'done' ? 'done' : 'open' }
}

/** What moves no money. */
function plainRoutes(app: FastifyInstance, deps: LineRoutesDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const schema = { params: uuidParameter }
  typed.post('/operator/bank-lines/:id/refuse', {
    config: { permission: 'operator_act' },
    schema,
    handler: async (request) => {
      const { body } = readBody(refuseBody, request.body)
      const about = { lineId: request.params.id, transactionId: body.transaction_id }
      await refuseMatch(deps, about, { actor: operatorActor(request) })
      return success(bankLineDetailData(await showLine(deps, request.params.id)))
    },
  })
  typed.post('/operator/bank-line-rules/:id/end', {
    config: { permission: 'operator_act', emptyBody: true },
    schema,
    handler: async (request) => {
      await endRule(deps, request.params.id, { actor: operatorActor(request) })
      return success({ ended: true })
    },
  })
}
