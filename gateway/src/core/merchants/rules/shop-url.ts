import { holdsCardNumber } from '../../values/card-numbers.ts'
import type { Environment } from '../../values/environment.ts'

/** The table has the same limit. */
export const shopUrlLengthMax = 2048

const ownMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checks the address of a shop, to which payer pages link. Returns it as browsers write it, or one English sentence about
 * the fault. A test point may name a shop on the developer's own machine. The gateway never opens the address.
 */
export function readShopUrl(text: string, environment: Environment): { url: string } | { fault: string } {
  if (text.length > shopUrlLengthMax) return { fault: `has at most ${shopUrlLengthMax} characters` }
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return { fault: 'must be the whole address of a web page' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return { fault: 'must hold no user name and no password' }
  if (holdsCardNumber(text, 'alone')) return { fault: 'must not hold a card number' }
  const isOwnMachine = environment === 'test' && ownMachine.has(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine)) {
    return { fault: 'must start with https://' }
  }
  if (!isOwnMachine && !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(url.hostname)) {
    return { fault: 'must name a host of the internet, such as shop.example' }
  }
  return url.href.length > shopUrlLengthMax
    ? { fault: `has at most ${shopUrlLengthMax} characters` }
    : { url: url.href }
}
