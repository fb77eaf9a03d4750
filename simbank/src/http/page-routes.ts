import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ACTIONS, type Action, actOnOrder, type Refusal } from '../bank/act-on-order.ts'
import type { Bank } from '../bank/bank.ts'
import type { Order } from '../orders/order.ts'
import { challengePage, mustDecide, returnAddress } from '../pages/challenge-page.ts'
import { languageOf } from '../pages/challenge-words.ts'
import { notFoundPage, type Page, renderPage } from '../pages/layout.ts'
import { payerPage } from '../pages/payer-page.ts'

interface ByToken {
  Params: { token: string }
  Querystring: { note?: unknown; lang?: unknown }
}

/** A form of one field. */
const FORM_BYTES_MAX = 1_024

/** Pages that a person opens: no token in a header, the address itself is the secret. */
export function registerPageRoutes(scope: FastifyInstance, bank: Bank): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  scope.get<ByToken>('/payer/:token', async (request, reply) => {
    const order = bank.book.byToken.get(request.params.token)
    if (!order) return sendPage(reply, notFoundPage())
    if (order.facts.kind === 'card') return reply.redirect(`/challenge/${order.token}`, 303)
    await bank.journal.settled()
    return sendPage(reply, payerPage(order, bank.clock.nowMs(), knownRefusal(request.query.note)), order)
  })

  scope.post<ByToken>('/payer/:token', async (request, reply) => {
    const order = bank.book.byToken.get(request.params.token)
    if (!order || order.facts.kind === 'card') return sendPage(reply, notFoundPage())
    const action = field(request.body, 'action')
    const refusal = isAction(action) ? actOnOrder(bank, order, { action }) : undefined
    await bank.journal.settled()
    return reply.redirect(`/payer/${order.token}${refusal ? `?note=${refusal}` : ''}`, 303)
  })

  scope.get<ByToken>('/challenge/:token', async (request, reply) => {
    const order = cardOrder(bank, request.params.token)
    if (!order) return sendPage(reply, notFoundPage())
    await bank.journal.settled()
    const address = returnAddress(order)
    // Without a challenge there is nothing to see: on to the shop at once.
    if (order.challenge === undefined && address !== undefined) return reply.redirect(address, 303)
    const language = languageOf(request.query.lang, request.headers['accept-language'])
    return sendPage(reply, challengePage(order, bank.clock.nowMs(), language), order)
  })

  scope.post<ByToken>('/challenge/:token', async (request, reply) => {
    const order = cardOrder(bank, request.params.token)
    if (!order) return sendPage(reply, notFoundPage())
    const decision = field(request.body, 'decision')
    const decides = mustDecide(order, bank.clock.nowMs()) && (decision === 'approve' || decision === 'decline')
    if (decides) actOnOrder(bank, order, { action: decision })
    await bank.journal.settled()
    // Too late, or twice: the page explains. Only a decision that was taken leads back.
    return reply.redirect((decides && returnAddress(order)) || `/challenge/${order.token}`, 303)
  })
}

function cardOrder(bank: Bank, token: string): Order | undefined {
  const order = bank.book.byToken.get(token)
  return order?.facts.kind === 'card' ? order : undefined
}

/** Sends a page with its strict policy; without an order it is the page for an unknown address. */
function sendPage(reply: FastifyReply, page: Page, order?: Order): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const back = order?.facts.return_url === undefined ? '' : ` ${new URL(order.facts.return_url).origin}`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    // A form's answer redirects to the shop, and browsers hold the redirect to this rule too.
    `form-action 'self'${back}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return reply
    .code(order ? 200 : 404)
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(renderPage(page, nonce))
}

function field(body: unknown, name: string): string | undefined {
  return body instanceof URLSearchParams ? (body.get(name) ?? undefined) : undefined
}

function isAction(action: string | undefined): action is Action {
  return ACTIONS.some((known) => known === action)
}

function knownRefusal(note: unknown): Refusal | undefined {
  return REFUSALS.find((refusal) => refusal === note)
}

const REFUSALS: readonly Refusal[] = [
  'expired',
  'not_expired',
  'not_in_this_state',
  'too_many_payments',
  'amount_too_large',
  'payins_only',
]
