import { z } from 'zod'
import { checkCountryIso, checkStateIso } from '../../identifiers/geo.ts'
import { checkPhone } from '../../identifiers/phones.ts'
import { hard, soft, softly, text } from '../fields.ts'
import type { Field, FieldFinding } from '../payment-method.ts'

/** The longest deliverable address of RFC 5321. */
const emailLengthMax = 254

/** Browsers and proxies truncate longer addresses. */
const redirectLengthMax = 2048

/** An IPv4 address mapped into IPv6 is the longest, with 45 characters; the rest allows unusual notations. */
const ipLengthMax = 64

/** 20 digits with country code, separators and brackets. */
const phoneLengthMax = 40

const email: Field = {
  ...text({ description: 'E-mail of the payer', example: 'payer@example.com', maxLength: emailLengthMax }),
  hardEverywhere: true,
  check(value) {
    const isEmail = /^[^\s@"<>,;]{1,64}@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/u.test(value)
    return result(
      value,
      isEmail ? undefined : hard('invalid_format', 'must be an e-mail address such as payer@example.com'),
    )
  },
}

const phone: Field = softly({
  ...text({ description: 'Phone of the payer, 6 to 20 digits', example: '+51987654321', maxLength: phoneLengthMax }),
  acceptsNumber: true,
  check: (value, all) => checkPhone(value, countryOf(all['payer_country_iso'])),
})

const state: Field = softly({
  ...text({ description: 'ISO 3166-2 code of the state, with or without country', example: 'PE-LIM', maxLength: 100 }),
  check(value, all) {
    const country = countryOf(all['payer_country_iso'])
    return country === undefined ? result(value) : checkStateIso(value, country)
  },
})

const country: Field = {
  ...text({ description: 'ISO 3166-1 code of the country, 2 letters (3 are taken)', example: 'PE', maxLength: 3 }),
  hardEverywhere: true,
  check: checkCountryIso,
}

const zipCode: Field = {
  ...text({ description: 'Postal code; a JSON number loses leading zeros', example: '15001', maxLength: 16 }),
  acceptsNumber: true,
  hardEverywhere: true,
  check(value) {
    const isZip = /^[A-Za-z0-9 -]+$/.test(value)
    return result(value, isZip ? undefined : hard('invalid_format', 'has only letters, digits, spaces and dashes'))
  },
}

const ipAddress: Field = {
  ...text({ description: 'IP address of the payer, v4 or v6', example: '203.0.113.10', maxLength: ipLengthMax }),
  check(value) {
    const isV6 = z.ipv6().safeParse(value).success
    if (!isV6 && !z.ipv4().safeParse(value).success) {
      return result(value, hard('invalid_format', 'is not an IP address of version 4 or 6'))
    }
    // Above 3fff:: only fc00:: and up are assigned, so groups of digits there are no address.
    return isV6 && /^[4-9]/.test(value) ? result(value) : { ...result(value), type: 'IP' }
  },
}

/** The payer and the payer's address (spec, Create card pay-in). */
export const payerFields = {
  payer_name: hardText('First name of the payer', 'PAGADOR', 100),
  payer_lastname: hardText('Last name of the payer', 'DE PRUEBA', 100),
  payer_phone: phone,
  payer_email: email,
  payer_address: hardText('Registered address of the payer', 'Calle Ejemplo 100', 200),
  payer_city: hardText('Registered city of the payer', 'Lima', 100),
  payer_state_iso_code: state,
  payer_country_iso: country,
  payer_zip_code: zipCode,
  payer_ip_address: ipAddress,
}

/** Return address of the payer's browser; `urls.url_handler_redirect` in the nested form. */
export const redirectField: Field = {
  ...text({
    description: 'Address of your shop that the payer returns to, https',
    example: 'https://shop.example/return',
    maxLength: redirectLengthMax,
  }),
  hardEverywhere: true,
  check: (value, _all, situation) => result(value, checkRedirect(value, situation.requireHttpsRedirect)),
}

function checkRedirect(value: string, requireHttps: boolean): FieldFinding | undefined {
  if (!URL.canParse(value))
    return hard('invalid_format', 'must be a complete address such as https://shop.example/return')
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return hard('invalid_format', 'must start with https://')
  if (url.username || url.password) return hard('invalid_format', 'must not hold a user name or a password')
  if (url.protocol === 'https:') return undefined
  const finding = requireHttps ? hard : soft
  return finding(
    'insecure_redirect',
    'does not use https: what the payer brings back can be read and changed on the way',
  )
}

function countryOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const { normalised, findings } = checkCountryIso(value)
  return findings.length === 0 ? normalised : undefined
}

function hardText(description: string, example: string, maxLength: number): Field {
  return { ...text({ description, example, maxLength }), hardEverywhere: true }
}

function result(normalised: string, finding?: FieldFinding) {
  return { normalised, findings: finding ? [finding] : [] }
}
