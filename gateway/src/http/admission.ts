import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem.ts'
import type { Metrics } from '../lib/metrics.ts'

/** A place is free again within about a second: a request takes milliseconds, or waits for a bank and others go first. */
const retrySeconds = 1

export interface GateOptions {
  /** Stands in the metrics. */
  name: string
  /** Requests in progress at once; the next one is answered `unavailable` at once. */
  inProgressMax: number
  /** Of these, how many one caller may have; the next one is answered `rate_limited`. */
  shareMax: number
}

/**
 * Lets a number of requests in at once and refuses the rest before a body is read or the database is asked: what would
 * only wait takes memory, makes everybody slower, and is answered when its caller has long gone.
 */
export interface Gate {
  /**
   * Counts every request of this scope from its head to the end of its reply, but for the time in which the body of
   * somebody without a share arrives. Belongs before authentication.
   */
  admit(scope: FastifyInstance): void
  /** Counts the requests of one caller, once it is known who that is. Belongs after authentication. */
  share(scope: FastifyInstance, callerOf: (request: FastifyRequest) => string | undefined): void
}

interface Place {
  caller: string | undefined
  /** Counted among those in progress. */
  counted: boolean
  /** The reply was given: whoever hung up before does not free the place of work that still goes on. */
  answered: boolean
  closed: boolean
}

export function openGate(metrics: Metrics, { name, inProgressMax, shareMax }: GateOptions): Gate {
  let inProgress = 0
  const places = new WeakMap<FastifyRequest, Place>()
  const callers = new Map<string, number>()
  metrics.queues.watch(`requests_${name}`, { max: inProgressMax, length: () => inProgress })

  const leaveWhenOver = (place: Place) => {
    if (!place.answered || !place.closed) return
    if (place.counted) inProgress--
    if (place.caller === undefined) return
    const left = (callers.get(place.caller) ?? 1) - 1
    if (left > 0) callers.set(place.caller, left)
    else callers.delete(place.caller)
  }

  return {
    admit: (scope) => {
      scope.addHook('onRequest', (request, reply, done) => {
        if (inProgress >= inProgressMax) {
          metrics.refused.inc({ why: `requests_${name}` })
          return done(gatewayIsFull())
        }
        inProgress++
        const place: Place = { caller: undefined, counted: true, answered: false, closed: false }
        places.set(request, place)
        reply.raw.once('close', () => {
          place.closed = true
          leaveWhenOver(place)
        })
        done()
      })
      // A stranger's body may take its time: as long as it arrives it costs a socket (`socket-limits.ts`) and no work, and
      // places held that way would shut everybody out. Whoever is known has a share, and holds the place meanwhile.
      scope.addHook('preParsing', (request, _reply, payload, done) => {
        const place = places.get(request)
        if (place && place.caller === undefined && hasBody(request)) {
          place.counted = false
          inProgress--
        }
        done(null, payload)
      })
      scope.addHook('preValidation', (request, _reply, done) => {
        const place = places.get(request)
        if (!place || place.counted) return done()
        if (inProgress >= inProgressMax) {
          metrics.refused.inc({ why: `requests_${name}` })
          return done(gatewayIsFull())
        }
        place.counted = true
        inProgress++
        done()
      })
      scope.addHook('onSend', (request, _reply, payload, done) => {
        const place = places.get(request)
        if (place && !place.answered) {
          place.answered = true
          leaveWhenOver(place)
        }
        done(null, payload)
      })
    },
    share: (scope, callerOf) => {
      scope.addHook('onRequest', (request, _reply, done) => {
        const place = places.get(request)
        const caller = callerOf(request)
        if (!place || caller === undefined) return done()
        const own = callers.get(caller) ?? 0
        if (own >= shareMax) {
          metrics.refused.inc({ why: `share_${name}` })
          return done(tooManyAtOnce())
        }
        callers.set(caller, own + 1)
        place.caller = caller
        done()
      })
    },
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Nothing of the request was looked at. */
function gatewayIsFull(): Problem {
  return new Problem('unavailable', { message: 'The gateway is full at the moment.', retryAfterSeconds: retrySeconds })
}

function tooManyAtOnce(): Problem {
  return new Problem('rate_limited', {
    message: 'Too many of your requests are in progress at once: wait for the answers of some.',
    retryAfterSeconds: retrySeconds,
  })
}
