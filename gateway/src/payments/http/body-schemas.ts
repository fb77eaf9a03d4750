import { payinBodySchema, payoutBodySchema } from '../../payment-methods/request-schema.ts'

/** Schemas for the documentation only; `payment-methods/read-request.ts` reads the bodies. */
export const payinBody = payinBodySchema()
export const payoutBody = payoutBodySchema()
