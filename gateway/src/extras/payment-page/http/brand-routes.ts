import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { logoPath } from '../../../core/payments/read-pay-page.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { callerActor } from '../../../core/values/actor.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { operatorActor, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { say } from '../messages/en.ts'
import { type Brand, type BrandWish, getBrand, samplePayment, setBrand } from '../set-brand.ts'
import type { BrandData } from './contract/brand.ts'

/** Far longer than a name or an address. The use case checks the exact limits. */
const textLengthMax = 3_000
/** The body of a request is shorter. */
const base64LengthMax = 65_536

const brandBody = z.object({
  display_name: z.string().max(textLengthMax).nullable().optional(),
  shop_url: z.string().max(textLengthMax).nullable().optional(),
  contact: z.string().max(textLengthMax).nullable().optional(),
  brand_colour: z.string().max(textLengthMax).nullable().optional(),
  logo: z.base64(say('logo.base64').key).max(base64LengthMax).nullable().optional(),
})

/** How the payer pages of a point look: …/payment-page. */
export function brandRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/payment-page', {
    config: { scope: 'settings' },
    handler: async (request) => {
      const { pointId } = callerOf(request).point
      return success(await brandData(deps, pointId, await getBrand(deps, pointId)))
    },
  })
  typed.put('/payment-page', {
    // The name and the address that payers of real payments see.
    config: { scope: 'settings', stepUp: 'live' },
    handler: async (request) => {
      const { body, warnings } = readBody(brandBody, request.body)
      const caller = callerOf(request)
      const actor = callerActor(caller, addressOf(request))
      const { pointId } = caller.point
      const brand = await setBrand(deps, { pointId, wish: wishOf(body), actor })
      return success(await brandData(deps, pointId, brand), warnings)
    },
  })
}

/** The same for the operator: /operator/points/:id/payment-page. */
export function operatorBrandRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/points/:id/payment-page', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { id } = request.params
      return success(await brandData(deps, id, await getBrand(deps, id)))
    },
  })
  typed.put('/operator/points/:id/payment-page', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { body, warnings } = readBody(brandBody, request.body)
      const setting = { pointId: request.params.id, wish: wishOf(body), actor: operatorActor(request) }
      return success(await brandData(deps, request.params.id, await setBrand(deps, setting)), warnings)
    },
  })
}

function wishOf(body: z.output<typeof brandBody>): BrandWish {
  const { display_name: displayName, shop_url: shopUrl, contact, brand_colour: brandColour, logo } = body
  return {
    ...(displayName !== undefined && { displayName }),
    ...(shopUrl !== undefined && { shopUrl }),
    ...(contact !== undefined && { contact }),
    ...(brandColour !== undefined && { brandColour }),
    ...(logo !== undefined && { logo: logo === null ? null : Buffer.from(logo, 'base64') }),
  }
}

async function brandData(deps: PlatformDeps, pointId: string, brand: Brand): Promise<BrandData> {
  const { logo_hash: hash, logo_width: width, logo_height: height } = brand
  return {
    merchant_name: brand.merchant_name,
    environment: brand.environment,
    display_name: brand.display_name,
    shop_url: brand.shop_url,
    contact: brand.contact,
    brand_colour: brand.brand_colour,
    logo: hash === null || width === null || height === null ? null : { url: logoPath(hash), width, height },
    sample: await samplePayment(deps, pointId),
  }
}
