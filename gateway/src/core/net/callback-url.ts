import ipaddr from 'ipaddr.js'
import { holdsCardNumber } from '../values/card-numbers.ts'
import type { Environment } from '../values/environment.ts'
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
 * Checks a callback address when it is saved. Returns one English sentence about the fault, or undefined. This is early
 * feedback: the decisive check is made on the address to which a socket connects.
 */
export function checkCallbackUrl(text: string, rules: UrlRules): string | undefined {
  if (text.length > urlCharactersMax) return `The address is longer than ${urlCharactersMax} characters.`
  if (/[\s\p{Cc}]/u.test(text)) return 'The address must not contain spaces or control characters.'
  const url = parse(text)
  if (!url) return 'The address is not a valid URL.'
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password.'
  if (text.includes('#')) return 'The address must not contain a fragment (#…).'
  if (holdsCardNumber(text, 'alone')) return 'The address must not hold a card number.'
  if (rules.environment === 'test' && isOnOwnNetwork(url)) {
    const listen = `To receive them there, run ${listenCommand(url)}`
    if (!rules.allowLoopback) return `Callbacks do not go to addresses of your own machine or network. ${listen}`
    if (url.protocol !== 'https:')
      return `Callbacks go to https:// only, also on your own machine or network. ${listen}`
  }
  if (url.protocol !== 'https:') return 'The address must start with https://.'
  if (url.port === '0') return 'The port must not be 0.'
  return checkHost(url, rules)
}

function checkHost(url: URL, rules: UrlRules): string | undefined {
  const host = url.hostname.replace(/\.$/, '')
  const testNetworks = rules.environment === 'test' && rules.allowLoopback
  const port = url.port === '' ? 443 : Number(url.port)
  if (rules.environment === 'live' && !livePorts.includes(port)) {
    return `The port of a live callback is ${livePorts.join(' or ')}.`
  }
  if (rules.environment === 'live' && rules.ownHost !== undefined && host === rules.ownHost.toLowerCase()) {
    return 'The address is our own.'
  }
  if (metadataHosts.has(host)) return 'The address must be reachable from the internet.'
  if (testNetworks) return undefined
  if (ipv4Shape.test(host) || host.startsWith('[')) return 'The address must be a host name, not an IP address.'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'The address must be reachable from the internet.'
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
