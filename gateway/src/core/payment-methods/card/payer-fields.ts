import { z } from 'zod'
import { checkCountryIso, checkStateIso } from '../../identifiers/geo.ts'
import { checkPhone } from '../../identifiers/phones.ts'
import { type Message, say } from '../../texts/messages/say.ts'
import { hasBothSlashes } from '../../values/refuse-faults.ts'
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
  ...text({ description: say('desc.e_mail_payer'), example: 'payer@example.com', maxLength: emailLengthMax }),
  hardEverywhere: true,
  check(value) {
    const isEmail = /^[^\s@"<>,;]{1,64}@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/u.test(value)
    return result(value, isEmail ? undefined : hard('invalid_format', say('field.email')))
  },
}

const phone: Field = softly({
  ...text({ description: say('desc.phone_payer_digits'), example: '+51987654321', maxLength: phoneLengthMax }),
  acceptsNumber: true,
  check: (value, all) => checkPhone(value, countryOf(all['payer_country_iso'])),
})

const state: Field = softly({
  ...text({ description: say('desc.iso_code_state'), example: 'PE-LIM', maxLength: 100 }),
  check(value, all) {
    const country = countryOf(all['payer_country_iso'])
    return country === undefined ? result(value) : checkStateIso(value, country)
  },
})

const country: Field = {
  ...text({ description: say('desc.iso_code_country'), example: 'PE', maxLength: 3 }),
  hardEverywhere: true,
  check: checkCountryIso,
}

const zipCode: Field = {
  ...text({ description: say('desc.postal_code_json'), example: '15001', maxLength: 16 }),
  acceptsNumber: true,
  hardEverywhere: true,
  check(value) {
    const isZip = /^[A-Za-z0-9 -]+$/.test(value)
    return result(value, isZip ? undefined : hard('invalid_format', say('field.letters_digits_dashes')))
  },
}

const ipAddress: Field = {
  ...text({ description: say('desc.ip_address_payer'), example: '203.0.113.10', maxLength: ipLengthMax }),
  check(value) {
    const isV6 = z.ipv6().safeParse(value).success
    if (!isV6 && !z.ipv4().safeParse(value).success) {
      return result(value, hard('invalid_format', say('field.ip_address')))
    }
    // Above 3fff:: only fc00:: and up are assigned, so groups of digits there are no address.
    return isV6 && /^[4-9]/.test(value) ? result(value) : { ...result(value), type: 'IP' }
  },
}

/** The payer and the payer's address (spec, Create card pay-in). */
export const payerFields = {
  payer_name: hardText(say('desc.first_name_payer'), 'PAGADOR', 100),
  payer_lastname: hardText(say('desc.last_name_payer'), 'DE PRUEBA', 100),
  payer_phone: phone,
  payer_email: email,
  payer_address: hardText(say('desc.registered_address_payer'), 'Calle Ejemplo 100', 200),
  payer_city: hardText(say('desc.registered_city_payer'), 'Lima', 100),
  payer_state_iso_code: state,
  payer_country_iso: country,
  payer_zip_code: zipCode,
  payer_ip_address: ipAddress,
}

/** Return address of the payer's browser; `urls.url_handler_redirect` in the nested form. */
export const redirectField: Field = {
  ...text({
    description: say('desc.address_shop_payer'),
    example: 'https://shop.example/return',
    maxLength: redirectLengthMax,
  }),
  hardEverywhere: true,
  check: (value, _all, situation) => result(value, checkRedirect(value, situation.requireHttpsRedirect)),
}

function checkRedirect(value: string, requireHttps: boolean): FieldFinding | undefined {
  if (!URL.canParse(value) || !hasBothSlashes(value)) return hard('invalid_format', say('field.complete_address'))
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return hard('invalid_format', say('field.starts_with_https'))
  if (url.username || url.password) return hard('invalid_format', say('field.no_user_in_address'))
  if (url.protocol === 'https:') return undefined
  const finding = requireHttps ? hard : soft
  return finding('insecure_redirect', say('field.without_https'))
}

function countryOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const { normalised, findings } = checkCountryIso(value)
  return findings.length === 0 ? normalised : undefined
}

function hardText(description: Message, example: string, maxLength: number): Field {
  return { ...text({ description, example, maxLength }), hardEverywhere: true }
}

function result(normalised: string, finding?: FieldFinding) {
  return { normalised, findings: finding ? [finding] : [] }
}
