import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { say } from '../messages/en.ts'
import { type MovedClock, moveClock, offsetMsMax, readClock } from '../move-clock.ts'
import type { SimulatorDeps } from '../simulate-event.ts'

const clockBody = z
  .object({
    advance_seconds: z
      .number()
      .int()
      .min(0)
      .max(offsetMsMax / 1_000)
      .optional()
      .describe('Moves the clock forward by this'),
    reset: z.literal(true).optional().describe('Back to the true time'),
  })
  .meta({ id: 'ClockMove', oneOf: [{ required: ['advance_seconds'] }, { required: ['reset'] }] })
const clockShape = z
  .object({
    now: z.string().describe('The time of gateway and simulated bank, UTC'),
    offset_seconds: z.number().describe('How far it is ahead of the true time'),
    affects: z.enum(['your_merchant', 'all_merchants']).describe('Whose points have this clock'),
  })
  .meta({ id: 'TestClock' })
const response = { 200: { description: 'The clock', content: jsonOf(successOf(clockShape)) } }

/** Clock control for test points: expiries, retries and releases without waiting. */
export function clockRoutes(app: FastifyInstance, deps: SimulatorDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/test/clock', {
    config: { scope: 'read', refusals: ['not_found'] },
    schema: { operationId: 'readTestClock', tags: ['Test'], summary: 'Read the clock', response },
    handler: async (request) => success(clockData(await readClock(deps, callerOf(request)))),
  })
  typed.post('/test/clock', {
    config: { scope: 'payins', refusals: ['not_found', 'not_in_this_state'] },
    schema: {
      operationId: 'moveTestClock',
      tags: ['Test'],
      summary: 'Move the clock of gateway and simulated bank',
      description:
        'For every test point of this deployment. Refused as soon as a live point exists, and as soon as another merchant has a point, unless the operator sets `TEST_CLOCK=anybody`. Other processes follow within a second.',
      body: clockBody,
      response,
    },
    handler: async (request) => {
      const { body, warnings } = readBody(clockBody, request.body)
      const { advance_seconds: seconds, reset } = body
      if ((seconds === undefined) === (reset === undefined)) {
        const message = say('clock.fields')
        throw new Problem('validation_failed', { fields: [{ code: 'required', param: 'advance_seconds', message }] })
      }
      const move = seconds === undefined ? ({ reset: true } as const) : { advanceMs: seconds * 1_000 }
      return success(clockData(await moveClock(deps, callerOf(request), move)), warnings)
    },
  })
}

function clockData({ now, offsetMs, isShared }: MovedClock): z.output<typeof clockShape> {
  return {
    now: isoMicroseconds(now),
    offset_seconds: offsetMs / 1_000,
    affects: isShared ? 'all_merchants' : 'your_merchant',
  }
}
