import type { Db } from '../platform/database/database.ts'
import { readShopUrl } from './rules/shop-url.ts'
import { saveBrand } from './store/point-brands.ts'

/**
 * Gives a test point the gateway's own front page as its shop, to which payers go back. Nothing where payers could not be
 * led there, because the gateway is served over plain HTTP from another machine.
 */
export async function giveShopAddress(tx: Db, pointId: string, publicUrl: string): Promise<void> {
  if (!URL.canParse('/', publicUrl)) return
  const read = readShopUrl(new URL('/', publicUrl).href, 'test')
  if ('url' in read) await saveBrand(tx, pointId, { shopUrl: read.url })
}
