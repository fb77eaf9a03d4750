import type { CurrencyCode } from '../../src/core/values/currency.ts'
import { amountNumber, parseAmount } from '../../src/core/values/money.ts'
import type { Exchange, ReceivedCallback, Violation } from '../stages/virtual/parts.ts'
import { type Creation, creationsIn, decisionsIn, isSuccess, keyLinesIn, type Told, toldIn } from './exchanges.ts'
import type { HistoryRow } from './rows.ts'
import { askedReference, Findings, groupBy, nameOf, type Story } from './story.ts'

export interface AnswerContext {
  /** Ids of points by the names that stand in exchanges. */
  pointIds: ReadonlyMap<string, string>
  exchanges: readonly Exchange[]
  received: readonly ReceivedCallback[]
}

/** Nothing that a merchant was told is contradicted: not by a later answer, and not by what stands in the database. */
export function checkAnswers(stories: readonly Story[], context: AnswerContext): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const told = groupBy(toldIn(context.exchanges), ({ transactionId }) => transactionId)
  const callbacks = groupBy(context.received.flatMap(callbackFloor), ({ transactionId }) => transactionId)
  for (const [id, answers] of told) {
    const story = byId.get(id)
    if (!story) {
      found.add('answer-lost', `${answers[0]?.act} was told of ${id}, which does not exist`)
      continue
    }
    for (const answer of answers) checkFacts(story, answer, { context, found })
    checkStatuses(story, { answers, floors: callbacks.get(id) ?? [], found })
  }
  checkCreations(stories, context, found)
  checkDecisions(byId, context, found)
  return found.list
}

interface Judging {
  context: AnswerContext
  found: Findings
}

function checkFacts(story: Story, answer: Told, { context, found }: Judging): void {
  const name = `${answer.act} about ${nameOf(story)}`
  const amount = amountNumber(story.amountMinor, story.currency as CurrencyCode)
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['point', answer.who, [...context.pointIds].find(([, id]) => id === story.pointId)?.[0]],
    ['reference', answer.reference, answer.isWithdrawal ? askedReference(story) : story.reference],
    ['amount', answer.amount, amount],
    ['currency', answer.currency, story.currency],
    ['pay_type', answer.payType, story.payType],
  ]
  for (const [field, told, is] of pairs) {
    if (told === undefined) continue
    found.check(told === is, 'answer-facts', () => `${name}: ${field} ${told} was told, it is ${is}`)
  }
  answer.history?.forEach((entry, place) => {
    const row = story.history[place]
    const at = row && `${new Date(row.atMs).toISOString().slice(0, -1)}000Z`
    const same =
      row &&
      entry.status === row.status &&
      entry.reason === row.reason &&
      entry.source === row.source &&
      entry.at === at
    found.check(same === true, 'answer-history', () => {
      return `${name}: its history had ${entry.status} (${entry.reason}) by ${entry.source} at ${entry.at} as entry ${place + 1}, it is ${row?.status} (${row?.reason}) by ${row?.source} at ${at}`
    })
  })
}

/** From when on everybody must know a place of the history. */
interface Floor {
  transactionId: string
  knownFromMs: number
  status: string
}

function callbackFloor({ body, atMs }: ReceivedCallback): Floor[] {
  const id = /"transaction_id":"([^"]+)"/.exec(body)?.[1]
  const status = /"status":"([A-Z]+)"/.exec(body)?.[1]
  return id === undefined || status === undefined ? [] : [{ transactionId: id, knownFromMs: atMs, status }]
}

/** Longer than any commit takes: what was overtaken before that is old in every reading. */
const staleMs = 600_000

/**
 * Each status was the transaction's own when it was told, and no answer knows less than what had been told before it was
 * asked for.
 */
function checkStatuses(
  story: Story,
  { answers, floors, found }: { answers: readonly Told[]; floors: readonly Floor[]; found: Findings },
): void {
  const known: { fromMs: number; place: number }[] = floors.map(({ knownFromMs, status }) => ({
    fromMs: knownFromMs,
    place: Math.max(
      0,
      story.history.findIndex((entry) => entry.status === status),
    ),
  }))
  for (const answer of answers) {
    const name = `${answer.act} about ${nameOf(story)}`
    const words = `${answer.status}${answer.reason === undefined ? '' : ` (${answer.reason})`}`
    const possible = positionsOf(story.history, answer)
    found.check(possible.length > 0, 'answer-never-true', () => {
      return `${name} was told ${words} at ${answer.answeredAtMs}, which it never was by then`
    })
    const floor = Math.max(0, ...known.filter(({ fromMs }) => fromMs < answer.sentAtMs).map(({ place }) => place))
    const place = possible.find((each) => each >= floor)
    const before = story.history[floor]
    found.check(possible.length === 0 || place !== undefined, 'answer-went-back', () => {
      return `${name} was told ${words}, after somebody had been told ${before?.status} (${before?.reason})`
    })
    const last = possible.at(-1)
    const next = last === undefined ? undefined : story.history[last + 1]
    found.check(!next || next.atMs >= answer.sentAtMs - staleMs, 'answer-stale', () => {
      return `${name} was told ${words} at ${answer.answeredAtMs}; it was ${next?.status} (${next?.reason}) since ${next?.atMs}`
    })
    known.push({ fromMs: answer.answeredAtMs, place: place ?? floor })
  }
}

/** Places of the history at which an answer was true. */
function positionsOf(history: readonly HistoryRow[], { status, reason, answeredAtMs }: Told): readonly number[] {
  return history.flatMap((entry, place) => {
    const same = entry.status === status && (reason === undefined || entry.reason === reason)
    return same && entry.atMs <= answeredAtMs ? [place] : []
  })
}

function checkCreations(stories: readonly Story[], context: AnswerContext, found: Findings): void {
  const existing = groupBy(stories, (story) => {
    const space = story.withdrawalAccountId === null ? story.payType : 'withdrawal'
    return `${story.pointId}/${space}/${askedReference(story)}`
  })
  const asked = groupBy(creationsIn(context.exchanges), ({ who, isWithdrawal, payType, reference }) => {
    return `${context.pointIds.get(who) ?? who}/${isWithdrawal ? 'withdrawal' : payType}/${reference}`
  })
  for (const [key, own] of existing) {
    const [story] = own
    if (!story) continue
    found.check(
      own.length === 1,
      'reference-twice',
      () => `the reference of ${nameOf(story)} stands ${own.length} times`,
    )
    found.check(asked.has(key) || story.linkId !== null, 'creation-unasked', () => `nobody asked for ${nameOf(story)}`)
  }
  for (const [key, creations] of asked) checkReference(existing.get(key)?.[0], creations, found)
}

/** Everything that was asked for with one reference. */
function checkReference(story: Story | undefined, creations: readonly Creation[], found: Findings): void {
  const [first] = creations
  if (!first) return
  const name = story ? nameOf(story) : `${first.payType} ${first.reference}`
  const accepted = creations.filter(({ answer }) => answer && isSuccess(answer))
  const unknown = creations.filter(({ answer }) => answer === undefined || answer.httpStatus >= 500)
  const ids = new Set(accepted.map(({ answer }) => answer?.transactionId))
  found.check(ids.size <= 1, 'reference-two-ids', () => `${name} was told as ${[...ids].join(' and ')}`)
  for (const { act, answer } of accepted) {
    found.check(answer?.transactionId === story?.id && story !== undefined, 'answer-lost', () => {
      return `${act} was told that ${name} is ${answer?.transactionId}, it is ${story?.id ?? 'nowhere'}`
    })
  }
  const contents = new Set(accepted.map(({ content }) => content))
  found.check(contents.size <= 1, 'reference-other-content', () => `${name} was accepted with different contents`)
  for (const { act, answer } of creations) checkRefusal({ act, answer, story, creations, name, found })
  if (!story) return
  const mayBeIt = [...accepted, ...unknown]
  found.check(mayBeIt.length > 0, 'refusal-left-something', () => {
    return `${name} exists, and everybody who asked for it was refused`
  })
  const wanted = mayBeIt.some(({ amount }) => amount === '' || minorOf(amount, story.currency) === story.amountMinor)
  found.check(wanted || mayBeIt.length === 0, 'creation-other-amount', () => {
    return `${name} is over ${story.amountMinor}, asked for was ${mayBeIt.map(({ amount }) => amount).join(' or ')}`
  })
}

function minorOf(amount: string, currency: string): bigint | undefined {
  const parsed = parseAmount(amount, currency as CurrencyCode)
  return parsed.ok ? parsed.minor : undefined
}

interface Refusal {
  act: string
  answer: Creation['answer']
  story: Story | undefined
  creations: readonly Creation[]
  name: string
  found: Findings
}

/** A conflict names the original, and needs another content than its own. */
function checkRefusal({ act, answer, story, creations, name, found }: Refusal): void {
  if (answer?.code !== 'reference_conflict') return
  found.check(story !== undefined && answer.transactionId === story.id, 'conflict-without-original', () => {
    return `${act} was refused for the original ${answer.transactionId} of ${name}, which is ${story?.id ?? 'nowhere'}`
  })
  const contents = new Set(creations.map(({ content }) => content))
  found.check(contents.size > 1, 'conflict-with-itself', () => {
    return `${act} was refused for other content of ${name}, and nobody sent other content`
  })
}

/** A key of a second line decides, never one of the line that asked, and its word counts. */
function checkDecisions(byId: ReadonlyMap<string, Story>, { exchanges }: AnswerContext, found: Findings): void {
  const { lineOf } = keyLinesIn(exchanges)
  for (const { act, word, transactionId, keyId, httpStatus } of decisionsIn(exchanges)) {
    const story = byId.get(transactionId)
    if (httpStatus !== 200 || !story) continue
    const own = story.createdByKey !== null && lineOf(keyId) === lineOf(story.createdByKey)
    found.check(!own, 'approval-own-key', () => `${act}: the key that asked for ${nameOf(story)} could ${word} it`)
    const wanted = word === 'approve' ? 'submitted' : 'rejected_by_approver'
    const counted = story.history.some(({ source, reason }) => source === 'approver' && reason === wanted)
    found.check(
      counted,
      'approval-lost',
      () => `${act} was told that its ${word} counts, and ${nameOf(story)} knows nothing of it`,
    )
  }
}
