import { payinBodySchema, payoutBodySchema } from '../../payment-methods/request-schema.ts'

/** What the documentation says about the bodies; they are read by `payment-methods/read-request.ts`. */
export const payinBody = payinBodySchema()
export const payoutBody = payoutBodySchema()
