import ipaddr from 'ipaddr.js'
import { either, type Message, say } from '../texts/messages/say.ts'
import { holdsCardNumber } from '../values/card-numbers.ts'
import type { Environment } from '../values/environment.ts'
import { hasBothSlashes } from '../values/refuse-faults.ts'
import { isMetadataAddress } from './address-guard.ts'

/** The longest callback address. The table has the same limit. */
const urlCharactersMax = 2048

/** Ports of live callbacks: the HTTPS port and its usual alternative (docs/callbacks.md, Delivery). */
export const livePorts: readonly number[] = [443, 8443]

/** Host names of cloud metadata services. They are refused whatever networks the operator allows. */
const metadataHosts = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.oraclecloud.com',
])

const ipv4Shape = /^\d+\.\d+\.\d+\.\d+$/

export interface UrlRules {
  environment: Environment
  /**
   * True if the operator allows further networks for test points (`CALLBACK_ALLOW_CIDRS`). IP addresses and localhost
   * are then accepted.
   */
  allowLoopback: boolean
  /** The gateway's own host name. A live callback must not point back at the gateway. */
  ownHost?: string
}

/**
 * Checks a callback address when it is saved. Returns what is wrong with it, or undefined. This is early
 * feedback: the decisive check is made on the address to which a socket connects.
 */
export function checkCallbackUrl(text: string, rules: UrlRules): Message | undefined {
  if (text.length > urlCharactersMax) return say('url.too_long', { max: urlCharactersMax })
  if (/[\s\p{Cc}]/u.test(text)) return say('url.control_characters')
  const url = parse(text)
  if (!url || !hasBothSlashes(text)) return say('url.invalid')
  if (url.username !== '' || url.password !== '') return say('url.no_user')
  if (text.includes('#')) return say('url.no_fragment')
  if (holdsCardNumber(text, 'alone')) return say('url.no_card_number')
  if (rules.environment === 'test' && isOnOwnNetwork(url)) {
    const command = listenCommand(url)
    if (!rules.allowLoopback) return say('url.own_network', { command })
    if (url.protocol !== 'https:') return say('url.own_network_https', { command })
  }
  if (url.protocol !== 'https:') return say('url.https_only')
  if (url.port === '0') return say('url.port_zero')
  return checkHost(url, rules)
}

function checkHost(url: URL, rules: UrlRules): Message | undefined {
  const host = url.hostname.replace(/\.$/, '')
  const testNetworks = rules.environment === 'test' && rules.allowLoopback
  const port = url.port === '' ? 443 : Number(url.port)
  if (rules.environment === 'live' && !livePorts.includes(port)) {
    return say('url.port_live', { ports: either(livePorts) })
  }
  if (rules.environment === 'live' && rules.ownHost !== undefined && host === rules.ownHost.toLowerCase()) {
    return say('url.our_own')
  }
  if (metadataHosts.has(host)) return say('url.reachable')
  if (testNetworks) return undefined
  if (ipv4Shape.test(host) || host.startsWith('[')) return say('url.host_name')
  if (host === 'localhost' || host.endsWith('.localhost')) return say('url.reachable')
  return undefined
}

/** The command that brings the callbacks of a test point to such an address, ready to paste into a shell. */
export function listenCommand(url: URL): string {
  const isPlain = /^[\w:/.%~=+,@-]+$/.test(url.href)
  return `npx pasarela listen --forward ${isPlain ? url.href : `'${url.href.replaceAll("'", '%27')}'`}`
}

/** Networks that are behind somebody's router. A name like `server.local` is known there only. */
const ownRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'unspecified'])
const ownNames = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

function isOnOwnNetwork({ protocol, hostname }: URL): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (metadataHosts.has(host)) return false
  if (ipaddr.isValid(host)) return !isMetadataAddress(host) && ownRanges.has(ipaddr.process(host).range())
  return ownNames.test(host)
}

/**
 * WHATWG parsing converts every notation of an IPv4 address (0x7f.1, 2130706433, full-width digits) to dotted decimals.
 */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
