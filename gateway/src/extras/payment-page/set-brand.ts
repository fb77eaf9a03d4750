import { createHash } from 'node:crypto'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { isBrandColour } from '../../core/merchants/rules/brand-colours.ts'
import { lockPointSettings } from '../../core/merchants/store/points.ts'
import { methodFor } from '../../core/payment-methods/index.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import type { Actor } from '../../core/values/actor.ts'
import { assert } from '../../core/values/assert.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import type { Environment } from '../../core/values/environment.ts'
import type { PaymentKind } from '../../core/values/instructions.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { nameFaults, refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import { type Logo, type LogoFault, type LogoType, logoBytesMax, logoSideMax, readLogo } from './rules/logo.ts'
import { readShopUrl } from './rules/shop-url.ts'
import { type BrandChanges, type BrandRow, findLogo, readBrand, saveBrand } from './store/point-brands.ts'
import { readSampleServices } from './store/reads/sample-services.ts'

/** A longer name does not fit into the band of a payer page on a phone. The table has the same limit. */
const displayNameLengthMax = 60

/** The table has the same limit. */
const contactLengthMax = 120

/** How the payer pages of a point look. */
export type Brand = BrandRow

/** A wish to change the look of payer pages. Undefined = unchanged, null = none any more. */
export interface BrandWish {
  displayName?: string | null
  shopUrl?: string | null
  contact?: string | null
  /** `#rrggbb`; capital letters are accepted. */
  brandColour?: string | null
  /** The file of a PNG. */
  logo?: Buffer | null
}

export interface BrandSetting {
  pointId: string
  wish: BrandWish
  actor: string | Actor
}

/**
 * Sets how the payer pages of a point look, and returns all of it. The next page that is opened shows it. Throws
 * `not_found` and `validation_failed` with every wrong field.
 */
export async function setBrand(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  { pointId, wish, actor }: BrandSetting,
): Promise<Brand> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const point = isUuid(pointId) ? await lockPointSettings(tx, pointId) : undefined
    const before = point && (await readBrand(tx, pointId))
    if (!before) throw new Problem('not_found', { message: say('point.unknown_id', { point_id: pointId }) })
    await saveBrand(tx, pointId, checkedChanges(wish, before.environment))
    const after = await readBrand(tx, pointId)
    if (!after) throw new Problem('not_found')
    const changed = changedOf(before, after)
    if (Object.keys(changed).length > 0) {
      const entry = { actor, action: 'payment_page.set', pointId, objectId: pointId, detail: changed }
      await writeAudit(tx, entry, deps.clock.now())
    }
    return after
  })
}

/** How the payer pages of a point look. Throws `not_found`. */
export async function getBrand({ database }: Pick<PlatformDeps, 'database'>, pointId: string): Promise<Brand> {
  const brand = isUuid(pointId) ? await readBrand(database.engine, pointId) : undefined
  if (!brand) throw new Problem('not_found', { message: say('point.unknown_id', { point_id: pointId }) })
  return brand
}

/** What the preview of the pages shows where the point has no pay-in, and may use every service code. */
const sampleServiceUsual = 'PIX_BR'

/** The payment of the preview: by the method of the point's newest pay-in, else the first that it may use. */
export async function samplePayment(
  { database }: Pick<PlatformDeps, 'database'>,
  pointId: string,
): Promise<{ currency: CurrencyCode; kind: PaymentKind }> {
  const codes = [...(await readSampleServices(database.engine, pointId)), sampleServiceUsual]
  const method = codes.map(methodFor).find((each) => each?.payin !== undefined)
  assert(method?.payin, 'the usual sample is a method of pay-ins')
  return { currency: method.currency, kind: method.payin.kind }
}

/** The picture with this SHA-256; undefined if no point shows it. */
export async function logoOf(
  { database }: Pick<PlatformDeps, 'database'>,
  hash: string,
): Promise<{ type: LogoType; bytes: Buffer } | undefined> {
  return /^[0-9a-f]{64}$/.test(hash) ? await findLogo(database.engine, hash) : undefined
}

function checkedChanges(wish: BrandWish, environment: Environment): BrandChanges {
  const faults: FieldProblem[] = []
  const changes: BrandChanges = {}
  if (wish.displayName !== undefined) {
    changes.displayName = wish.displayName?.trim() ?? null
    if (changes.displayName !== null)
      faults.push(...nameFaults(changes.displayName, 'display_name', displayNameLengthMax))
  }
  if (wish.shopUrl !== undefined) {
    const read = wish.shopUrl === null ? { url: null } : readShopUrl(wish.shopUrl, environment)
    if ('fault' in read) faults.push({ code: 'invalid_format', param: 'shop_url', message: read.fault })
    else changes.shopUrl = read.url
  }
  if (wish.contact !== undefined) {
    changes.contact = wish.contact?.trim() ?? null
    if (changes.contact !== null) faults.push(...nameFaults(changes.contact, 'contact', contactLengthMax))
  }
  if (wish.brandColour !== undefined) {
    changes.brandColour = wish.brandColour?.toLowerCase() ?? null
    if (changes.brandColour !== null && !isBrandColour(changes.brandColour)) {
      faults.push({
        code: 'invalid_format',
        param: 'brand_colour',
        message: say('shop.colour', { example: '#0b5fa5' }),
      })
    }
  }
  if (wish.logo !== undefined) {
    const logo = wish.logo === null ? null : readLogo(wish.logo)
    if (typeof logo === 'string') faults.push({ code: 'invalid_format', param: 'logo', message: logoFaults[logo] })
    else changes.logo = logo && { ...logo, hash: hashOf(logo) }
  }
  refuseFaults(faults)
  return changes
}

const logoFaults: Readonly<Record<LogoFault, Message>> = {
  too_large: say('logo.kib_at_most', { max: logoBytesMax / 1024 }),
  not_a_picture: say('logo.png'),
  damaged: say('logo.damaged'),
  too_wide: say('logo.pixels_at_most', { width: logoSideMax, height: logoSideMax }),
}

function hashOf({ bytes }: Logo): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Old and new values, for the audit log. A logo is named by its hash. */
function changedOf(before: BrandRow, after: BrandRow): Record<string, unknown> {
  const names = ['display_name', 'shop_url', 'contact', 'brand_colour', 'logo_hash'] as const
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { before: before[name], after: after[name] }]),
  )
}
