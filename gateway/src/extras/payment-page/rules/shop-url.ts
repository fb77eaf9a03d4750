import type { Message } from '../../../core/texts/messages/say.ts'
import { holdsCardNumber } from '../../../core/values/card-numbers.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { hasBothSlashes } from '../../../core/values/refuse-faults.ts'
import { say } from '../messages/en.ts'

/** The table has the same limit. */
export const shopUrlLengthMax = 2048

const ownMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checks the address of a shop, to which payer pages link. Returns it as browsers write it, or what is wrong
 * with it. A test point may name a shop on the developer's own machine. The gateway never opens the address.
 */
export function readShopUrl(text: string, environment: Environment): { url: string } | { fault: Message } {
  if (text.length > shopUrlLengthMax) return { fault: say('query.characters_at_most', { count: shopUrlLengthMax }) }
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return { fault: say('shop.whole_address') }
  const url = new URL(text)
  if (/^https?:$/.test(url.protocol) && !hasBothSlashes(text)) return { fault: say('shop.whole_address') }
  if (url.username !== '' || url.password !== '') return { fault: say('shop.no_user') }
  if (holdsCardNumber(text, 'alone')) return { fault: say('query.card_number') }
  const isOwnMachine = environment === 'test' && ownMachine.has(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine)) {
    return { fault: say('field.starts_with_https') }
  }
  if (!isOwnMachine && !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(url.hostname)) {
    return { fault: say('shop.public_host') }
  }
  return url.href.length > shopUrlLengthMax
    ? { fault: say('query.characters_at_most', { count: shopUrlLengthMax }) }
    : { url: url.href }
}
