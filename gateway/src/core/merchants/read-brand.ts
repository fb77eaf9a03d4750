import type { PlatformDeps } from '../platform/deps.ts'
import type { LogoType } from './rules/logo.ts'
import { findLogo, readBrand } from './store/point-brands.ts'

type Deps = Pick<PlatformDeps, 'database'>

/** The shop's name as payers know it; undefined without such a point. */
export async function shopNameOf({ database }: Deps, pointId: string): Promise<string | undefined> {
  const brand = await readBrand(database.engine, pointId)
  return brand?.display_name ?? brand?.merchant_name
}

/** The picture with this SHA-256; undefined if no point shows it. */
export async function logoOf({ database }: Deps, hash: string): Promise<{ type: LogoType; bytes: Buffer } | undefined> {
  return /^[0-9a-f]{64}$/.test(hash) ? await findLogo(database.engine, hash) : undefined
}
