import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { heldByCaller } from '../../platform/limits/slots.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import { say } from '../../texts/messages/say.ts'
import { Problem } from '../../values/problem.ts'

/**
 * A slot is free again within about a second. Most requests take milliseconds; while some wait for a bank, others
 * finish.
 */
const retrySeconds = 1

/** The classes of callers. */
export type AdmissionName = 'merchants' | 'providers' | 'people' | 'pages'

export interface AdmissionOptions {
  /** Name in the metrics. */
  name: AdmissionName
  /** Concurrency limit. Beyond it, a request gets `unavailable` at once. */
  inProgressMax: number
  /** Slots that one caller may hold. Beyond it, a request of that caller gets `rate_limited`. */
  shareMax: number
}

/**
 * Limits concurrent requests. It refuses the rest before it reads a body or asks the database: a waiting request uses
 * memory, slows the others, and is often answered after its caller has gone.
 */
export interface AdmissionControl {
  /**
   * Counts every request of this scope from its headers to the end of its reply. A request of an unknown caller is not
   * counted while its body arrives. Register before authentication.
   */
  admit(scope: FastifyInstance): void
  /**
   * Limits the slots of each caller. Register after authentication. A caller that only the body proves is counted by
   * `preValidation`, when its body has arrived.
   */
  share(
    scope: FastifyInstance,
    callerOf: (request: FastifyRequest) => string | undefined,
    hook?: 'onRequest' | 'preValidation',
  ): void
}

interface Admission {
  caller: string | undefined
  /** True while the request holds a slot. */
  counted: boolean
  /** The reply was sent. A closed connection alone does not free the slot, because the work may still run. */
  answered: boolean
  closed: boolean
}

export function openAdmissionControl(
  metrics: Metrics,
  { name, inProgressMax, shareMax }: AdmissionOptions,
): AdmissionControl {
  const admissions = new WeakMap<FastifyRequest, Admission>()
  const held = heldByCaller()
  const slots = createSlots(inProgressMax, () => metrics.refused.inc({ why: `requests_${name}` }))
  metrics.queues.watch(`requests_${name}`, { max: inProgressMax, length: slots.inProgress })

  const releaseWhenOver = (admission: Admission) => {
    if (!admission.answered || !admission.closed) return
    if (admission.counted) slots.leave()
    if (admission.caller !== undefined) held.leave(admission.caller)
  }

  return {
    admit: (scope) => {
      freeSlotWhileBodyArrives(scope, admissions, slots)
      scope.addHook('onRequest', (request, reply, done) => {
        if (!slots.enter()) return done(gatewayIsFull())
        const admission: Admission = { caller: undefined, counted: true, answered: false, closed: false }
        admissions.set(request, admission)
        whenOver(request, reply, () => {
          admission.closed = true
          releaseWhenOver(admission)
        })
        done()
      })
      scope.addHook('onSend', (request, _reply, payload, done) => {
        const admission = admissions.get(request)
        if (admission && !admission.answered) {
          admission.answered = true
          releaseWhenOver(admission)
        }
        done(null, payload)
      })
    },
    share: (scope, callerOf, hook = 'onRequest') => {
      const countCaller: onRequestHookHandler = (request, _reply, done) => {
        const admission = admissions.get(request)
        const caller = callerOf(request)
        if (!admission || caller === undefined) return done()
        if (held.of(caller) >= shareMax) {
          metrics.refused.inc({ why: `share_${name}` })
          return done(tooManyAtOnce())
        }
        held.take(caller)
        admission.caller = caller
        done()
      }
      if (hook === 'onRequest') scope.addHook('onRequest', countCaller)
      else scope.addHook('preValidation', countCaller)
    },
  }
}

interface Slots {
  /** Takes a slot. False if none is free. */
  enter(): boolean
  leave(): void
  inProgress(): number
}

function createSlots(max: number, onRefused: () => void): Slots {
  let inProgress = 0
  return {
    enter: () => {
      if (inProgress >= max) {
        onRefused()
        return false
      }
      inProgress++
      return true
    },
    leave: () => inProgress--,
    inProgress: () => inProgress,
  }
}

/**
 * Frees the slot while the body of an unknown caller arrives. An arriving body costs a socket (`socket-limits.ts`) but
 * no work, and slow bodies could otherwise hold all slots. A known caller has its own limit and keeps the slot.
 */
function freeSlotWhileBodyArrives(
  scope: FastifyInstance,
  admissions: WeakMap<FastifyRequest, Admission>,
  slots: Slots,
): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const admission = admissions.get(request)
    if (admission && admission.caller === undefined && hasBody(request)) {
      admission.counted = false
      slots.leave()
    }
    done(null, payload)
  })
  scope.addHook('preValidation', (request, _reply, done) => {
    const admission = admissions.get(request)
    if (!admission || admission.counted) return done()
    if (!slots.enter()) return done(gatewayIsFull())
    admission.counted = true
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** The refusal of a request that was not read. */
function gatewayIsFull(): Problem {
  return new Problem('unavailable', { message: say('gateway.full'), retryAfterSeconds: retrySeconds })
}

function tooManyAtOnce(): Problem {
  return new Problem('rate_limited', {
    message: say('gateway.too_many_at_once'),
    retryAfterSeconds: retrySeconds,
  })
}

/** Callbacks for the end of each connection. One listener serves all requests of a connection. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `onOver` once, when the reply is sent or its connection is closed. The reply of a pipelined request that is
 * never answered gets no `close` event, because it never had the connection. The connection's own event covers it.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, onOver: () => void): void {
  const { socket } = request.raw
  const ofSocket = waitingFor(socket)
  const over = () => {
    if (ofSocket.delete(over)) onOver()
  }
  ofSocket.add(over)
  reply.raw.once('close', over)
  if (socket.destroyed) over()
}

function waitingFor(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known) return known
  const own = new Set<() => void>()
  waiting.set(socket, own)
  socket.once('close', () => {
    for (const over of own) over()
  })
  return own
}
