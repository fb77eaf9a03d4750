import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../../platform/log/metrics.ts'
import { Problem } from '../../values/problem.ts'
import { whenOver } from './when-over.ts'

/** A place is free again within about a second: a request takes milliseconds, or waits for a bank and others go first. */
const retrySeconds = 1

export interface AdmissionOptions {
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
export interface AdmissionControl {
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

export function openAdmissionControl(
  metrics: Metrics,
  { name, inProgressMax, shareMax }: AdmissionOptions,
): AdmissionControl {
  const places = new WeakMap<FastifyRequest, Place>()
  const shares = callerShares(shareMax)
  const room = openRoom(inProgressMax, () => metrics.refused.inc({ why: `requests_${name}` }))
  metrics.queues.watch(`requests_${name}`, { max: inProgressMax, length: room.inProgress })

  const leaveWhenOver = (place: Place) => {
    if (!place.answered || !place.closed) return
    if (place.counted) room.leave()
    if (place.caller !== undefined) shares.leave(place.caller)
  }

  return {
    admit: (scope) => {
      waitOutside(scope, places, room)
      scope.addHook('onRequest', (request, reply, done) => {
        if (!room.enter()) return done(gatewayIsFull())
        const place: Place = { caller: undefined, counted: true, answered: false, closed: false }
        places.set(request, place)
        whenOver(request, reply, () => {
          place.closed = true
          leaveWhenOver(place)
        })
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
        if (!shares.enter(caller)) {
          metrics.refused.inc({ why: `share_${name}` })
          return done(tooManyAtOnce())
        }
        place.caller = caller
        done()
      })
    },
  }
}

/** How many requests each caller has in progress. */
function callerShares(max: number) {
  const callers = new Map<string, number>()
  return {
    enter: (caller: string): boolean => {
      const own = callers.get(caller) ?? 0
      if (own < max) callers.set(caller, own + 1)
      return own < max
    },
    leave: (caller: string): void => {
      const left = (callers.get(caller) ?? 1) - 1
      if (left > 0) callers.set(caller, left)
      else callers.delete(caller)
    },
  }
}

interface Room {
  /** False where it is full. */
  enter(): boolean
  leave(): void
  inProgress(): number
}

function openRoom(max: number, tellRefused: () => void): Room {
  let inProgress = 0
  return {
    enter: () => {
      if (inProgress >= max) {
        tellRefused()
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
 * A stranger's body may take its time: as long as it arrives it costs a socket (`socket-limits.ts`) and no work, and places
 * held that way would shut everybody out. Whoever is known has a share, and holds the place meanwhile.
 */
function waitOutside(scope: FastifyInstance, places: WeakMap<FastifyRequest, Place>, room: Room): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const place = places.get(request)
    if (place && place.caller === undefined && hasBody(request)) {
      place.counted = false
      room.leave()
    }
    done(null, payload)
  })
  scope.addHook('preValidation', (request, _reply, done) => {
    const place = places.get(request)
    if (!place || place.counted) return done()
    if (!room.enter()) return done(gatewayIsFull())
    place.counted = true
    done()
  })
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
