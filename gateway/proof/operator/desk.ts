import { isDatabaseAway } from '../../src/core/platform/database/database-away.ts'
import type { OperatorActor } from '../../src/core/values/actor.ts'
import { present } from '../../src/core/values/assert.ts'
import { Problem } from '../../src/core/values/problem.ts'
import { actAtMachine } from '../../src/extras/approvals/act-at-machine.ts'
import { decideProposal, withdrawProposal } from '../../src/extras/approvals/decide-proposal.ts'
import { propose } from '../../src/extras/approvals/propose.ts'
import { requireProposal } from '../../src/extras/approvals/read-proposals.ts'
import type { Deps } from '../../src/extras/deps.ts'
import type { TransactionActionName } from '../../src/extras/operator-desk/actions/transaction.ts'
import { aboutWhat, operatorActions, type ProposedAction } from '../../src/extras/operator-desk/actions.ts'
import { pause } from '../merchant/client.ts'
import type { Memory } from '../merchant/memory.ts'
import type { Chance, Exchange, Stage } from '../stages/virtual/parts.ts'
import type { TemplateFacts } from '../stages/virtual/world/points.ts'

type TransactionWish = Extract<ProposedAction, { action: TransactionActionName }>
/** What operators decide here: about one transaction, money for a point, or a line of the bank. */
export type Wish =
  | TransactionWish
  | Extract<ProposedAction, { action: 'fund' | 'correction' | 'match_line' | 'class_line' | 'return_line' }>

/**
 * `alone`: one person at the machine, who breaks the glass, but not about money for a point; `two`: one proposes, the other decides;
 * `two_at_once`: the second person decides twice at the same instant; `taken_back`: the first takes the proposal back while
 * the second decides; `by_oneself`: the first tries to decide alone, which is refused, and then the second decides.
 */
export type Way = 'alone' | 'two' | 'two_at_once' | 'taken_back' | 'by_oneself'

/** Operators during one act. */
export interface Desk {
  stage: Stage
  memory: Memory
  act: string
  operators: TemplateFacts['operators']
}

/** What came of a wish: `unknown` where every try was lost. */
export type Carried = 'done' | 'refused' | 'unknown'

/** Long enough to see every fault end. Virtual milliseconds between tries. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000, 3_600_000, 7_200_000, 14_400_000] as const

export interface Carry {
  wish: Wish
  way: Way
  /** The step whose operation id this one repeats: both together are done once. */
  sameAs?: string
}

/** Carries a wish out, and repeats it under the same operation id as long as nobody knows whether it was done. */
export async function carry(desk: Desk, step: string, wanted: Carry): Promise<Carried> {
  const id = operationIdOf(desk.stage.chance(`${desk.act}.${wanted.sameAs ?? step}.id`))
  const { wish } = wanted
  if (wanted.way === 'alone' && !('pointId' in wish)) return await carryAlone(desk, step, { wish, id })
  return await carryByTwo(desk, step, { ...wanted, id })
}

/** Waits before what was refused is tried again: a call that was under way is over by then. */
const refusedPauseMs = 600_000
const refusedTriesMax = 3

/** The same, tried again some times where it was refused: the bank was being called, or the proposal was taken back. */
export async function carryInTheEnd(desk: Desk, step: string, wanted: Carry): Promise<Carried> {
  const again: Carry = { ...wanted, way: wanted.way === 'taken_back' ? 'two' : wanted.way }
  let carried = await carry(desk, step, wanted)
  for (let place = 2; carried === 'refused' && place <= refusedTriesMax; place++) {
    await pause(desk.stage, `${desk.act}.${step}.pause-${place}`, refusedPauseMs)
    carried = await carry(desk, `${step}-try-${place}`, again)
  }
  return carried
}

/** A row of the action table, executed by one person at the machine: there is no proposal. */
async function carryAlone(desk: Desk, step: string, { wish, id }: { wish: Wish; id: string }): Promise<Carried> {
  const { name: operator } = operatorAt(desk, 0)
  return await insist(desk, step, {
    ...{ operation: wish.action, detail: { ...textsOf(wish), way: 'alone', operation_id: id } },
    work: async (deps) => {
      const { environment } = await aboutWhat(deps, wish)
      const by = { operator, evidence: evidenceOf(step), machine: 'simulated machine', isGlassBroken: true }
      const { repeated } = await actAtMachine(approving(deps), { asked: wish, environment, operationId: id, ...by })
      return repeated ? 'done before' : 'done'
    },
  })
}

async function carryByTwo(
  desk: Desk,
  step: string,
  { wish, way, id: operationId }: Carry & { id: string },
): Promise<Carried> {
  const [first, second] = [actorAt(desk, 0), actorAt(desk, 1)]
  const detail = { ...textsOf(wish), way: 'two' }
  let [proposalId, isOpen] = ['', false]
  const proposed = await insist(desk, `${step}-propose`, {
    ...{ operation: `propose ${wish.action}`, detail: { ...detail, operation_id: operationId } },
    work: async (deps) => {
      const proposing = { proposed: wish, evidence: evidenceOf(step), by: first, operationId }
      const made = await propose(approving(deps), proposing)
      proposalId = made.result.id
      isOpen = made.result.state === 'open'
      return `${made.result.state} ${proposalId}`
    },
  })
  if (proposed !== 'done') return proposed
  // At a test point one person acts alone.
  if (way === 'by_oneself' && isOpen) {
    await insist(desk, `${step}-oneself`, {
      ...{ operation: `oneself ${wish.action}`, detail: { ...detail, proposal_id: proposalId } },
      work: async (deps) => await decideOnce(deps, proposalId, first),
    })
  }
  const decide = async (name: string) =>
    await insist(desk, `${step}-${name}`, {
      ...{ operation: `decide ${wish.action}`, detail: { ...detail, proposal_id: proposalId } },
      work: async (deps) => await decideOnce(deps, proposalId, second),
    })
  const withdraw = async () =>
    await insist(desk, `${step}-withdraw`, {
      ...{ operation: `withdraw ${wish.action}`, detail: { ...detail, proposal_id: proposalId } },
      work: async (deps) => (await withdrawProposal(deps, proposalId, first)).state,
    })
  const others = way === 'two_at_once' ? [decide('decide-twin')] : way === 'taken_back' ? [withdraw()] : []
  const [word, other] = await Promise.all([decide('decide'), ...others])
  const words = way === 'two_at_once' ? [word, other] : [word]
  if (words.includes('done')) return 'done'
  if (words.includes('unknown')) return 'unknown'
  // An open proposal would stand in the way of the next one about the same transaction.
  if (way !== 'taken_back') await withdraw()
  return 'refused'
}

function approving(deps: Deps) {
  return { ...deps, actions: operatorActions(deps) }
}

/** Decides, unless an earlier try did. Returns the proposal's state. Throws `not_in_this_state` where it was taken back. */
async function decideOnce(deps: Deps, proposalId: string, by: OperatorActor): Promise<string> {
  const row = await requireProposal(deps, proposalId)
  if (row.state === 'done') return row.state
  return (await decideProposal(approving(deps), { proposalId, decision: 'do', note: undefined, by })).row.state
}

interface Insisted {
  operation: string
  detail: Readonly<Record<string, string>>
  work(deps: Deps): Promise<string>
}

/** Runs an operation until somebody knows what became of it. Every try is noted. */
export async function insist(desk: Desk, step: string, wanted: Insisted): Promise<Carried> {
  const { stage, act } = desk
  for (const [place, pauseMs] of [0, ...pausesMs].entries()) {
    const name = place === 0 ? `${act}.${step}` : `${act}.${step}-${place + 1}`
    if (place > 0) await pause(stage, `${name}.wait`, pauseMs)
    const sentAtMs = stage.nowMs()
    const reply = await attempt(stage, name, wanted)
    const request = { operation: wanted.operation, detail: wanted.detail }
    desk.memory.note({ act, who: 'operator', sentAtMs, answeredAtMs: stage.nowMs(), request, reply })
    if (reply.kind === 'done' || reply.kind === 'refused') return reply.kind
  }
  return 'unknown'
}

/** Rows as operators see them; none where every try was lost. */
export async function look<Row>(
  desk: Desk,
  operation: string,
  read: (deps: Deps) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  let found: readonly Row[] = []
  const work = async (deps: Deps) => {
    found = await read(deps)
    return String(found.length)
  }
  await insist(desk, 'list', { operation, detail: {}, work })
  return found
}

async function attempt(stage: Stage, name: string, { work }: Insisted): Promise<Exchange['reply']> {
  try {
    const told = await stage.operate(name, work)
    return told.kind === 'done' ? { kind: 'done', detail: told.value } : { kind: 'broken' }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refused', detail: `${error.code}: ${error.message}` }
    if (isDatabaseAway(error)) return { kind: 'broken' }
    throw error
  }
}

function evidenceOf(step: string): string {
  return `seen at the bank: ${step}`
}

function operatorAt({ operators }: Desk, place: number) {
  return present(operators[place], 'an operator of the template')
}

function actorAt(desk: Desk, place: number): OperatorActor {
  const { userId, name } = operatorAt(desk, place)
  return { name, merchantId: null, userId, origin: null }
}

/** A UUID from draws. */
function operationIdOf(chance: Chance): string {
  const hex = (length: number) => Array.from({ length }, () => chance.int(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

/** A wish as an exchange shows it. */
function textsOf(wish: Wish): Record<string, string> {
  return Object.fromEntries(Object.entries(wish).map(([name, value]) => [name, String(value)]))
}
