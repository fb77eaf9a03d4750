import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { Logo, LogoType } from '../rules/logo.ts'

/** How a point's payer pages look. Null: not set. */
export interface BrandRow {
  merchant_name: string
  environment: Environment
  display_name: string | null
  shop_url: string | null
  contact: string | null
  brand_colour: string | null
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
}

export async function readBrand(db: Db, pointId: string): Promise<BrandRow | undefined> {
  const found = await db.query<BrandRow>({
    name: 'read-brand',
    text: `select m.name as merchant_name, p.environment, b.display_name, b.shop_url, b.contact, b.brand_colour, b.logo_hash,
        b.logo_width, b.logo_height
      from points p join merchants m on m.id = p.merchant_id left join point_brands b on b.point_id = p.id where p.id = $1`,
    values: [pointId],
  })
  return found.rows[0]
}

/** What changes of a brand. Undefined = unchanged, null = none any more. */
export interface BrandChanges {
  displayName?: string | null
  shopUrl?: string | null
  contact?: string | null
  brandColour?: string | null
  /** With the SHA-256 of its bytes in hexadecimal digits. */
  logo?: (Logo & { hash: string }) | null
}

export async function saveBrand(tx: Db, pointId: string, changes: BrandChanges): Promise<void> {
  const { displayName, shopUrl, brandColour, logo, contact } = changes
  await tx.query({
    name: 'save-brand',
    text: `insert into point_brands as b
        (point_id, display_name, shop_url, brand_colour, logo, logo_type, logo_width, logo_height, logo_hash, contact)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $14)
      on conflict (point_id) do update set updated_at = statement_timestamp(),
        display_name = case when $10 then excluded.display_name else b.display_name end,
        shop_url = case when $11 then excluded.shop_url else b.shop_url end,
        brand_colour = case when $12 then excluded.brand_colour else b.brand_colour end,
        logo = case when $13 then excluded.logo else b.logo end,
        logo_type = case when $13 then excluded.logo_type else b.logo_type end,
        logo_width = case when $13 then excluded.logo_width else b.logo_width end,
        logo_height = case when $13 then excluded.logo_height else b.logo_height end,
        logo_hash = case when $13 then excluded.logo_hash else b.logo_hash end,
        contact = case when $15 then excluded.contact else b.contact end`,
    values: [
      pointId,
      displayName ?? null,
      shopUrl ?? null,
      brandColour ?? null,
      logo?.bytes ?? null,
      logo?.type ?? null,
      logo?.width ?? null,
      logo?.height ?? null,
      logo?.hash ?? null,
      displayName !== undefined,
      shopUrl !== undefined,
      brandColour !== undefined,
      logo !== undefined,
      contact ?? null,
      contact !== undefined,
    ],
  })
}

/** A logo by the SHA-256 of its bytes. Any point may show the same picture. */
export async function findLogo(db: Db, hash: string): Promise<{ type: LogoType; bytes: Buffer } | undefined> {
  const found = await db.query<{ type: LogoType; bytes: Buffer }>({
    name: 'find-logo',
    text: 'select logo_type as type, logo as bytes from point_brands where logo_hash = $1 limit 1',
    values: [hash],
  })
  return found.rows[0]
}
