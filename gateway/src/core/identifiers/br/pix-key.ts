import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, type Finding, isRefused, malformed, soft } from '../checked.ts'
import { lowerAscii, withoutSeparators } from '../digits.ts'
import { checkMobile } from '../phones.ts'
import { checkCnpj, checkCpf } from './documents.ts'

/** The longest key that the directory of Pix keys stores (Pix API, field `chave`). */
const KEY_LENGTH_MAX = 77

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/

/**
 * PIX key; its format decides the type in this order: phone (starts with +, or 12–13 digits that start with 55),
 * e-mail, random key (UUID), CPF, CNPJ. `type` is phone, email, evp, cpf or cnpj, or PIX_KEY for any other text. Eleven
 * digits are a CPF, never a phone.
 */
export function checkPixKey(raw: string): Checked {
  const key = raw.trim()
  if (key.length > KEY_LENGTH_MAX) {
    return malformed('PIX_KEY', key.slice(0, KEY_LENGTH_MAX), say('id.pix_key_too_long', { max: KEY_LENGTH_MAX }))
  }
  if (key.startsWith('+')) return checkPhoneKey(key)
  if (key.includes('@')) return checkEmailKey(lowerAscii(key))
  if (UUID.test(key.toLowerCase())) return checked('evp', key.toLowerCase())
  const text = withoutSeparators(key).replace(/[()]/g, '')
  if (/^55\d{10,11}$/.test(text)) return checkPhoneKey(`+${text}`)
  if (/^\d{11}$/.test(text)) return checkCpfKey(key)
  if (/^[0-9A-Z]{14}$/.test(text)) return { ...checkCnpj(key), type: 'cnpj' }
  return malformed('PIX_KEY', key, say('id.pix_key_kinds'))
}

/**
 * A soft `owner_mismatch` when the key is a tax number other than the document of the beneficiary. Both are normalised;
 * keys of other types do not name their owner.
 */
export function checkPixKeyOwner(key: Checked, document: Checked): Finding | undefined {
  if (key.type !== 'cpf' && key.type !== 'cnpj') return undefined
  if (key.normalised === document.normalised) return undefined
  return soft('owner_mismatch', say('id.pix_key_of_other'))
}

function checkPhoneKey(key: string): Checked {
  const phone = `+${withoutSeparators(key).replace(/[+()]/g, '')}`
  if (!phone.startsWith('+55')) return checkForeignPhone(phone)
  if (!/^\+55\d{10,11}$/.test(phone)) {
    return malformed('phone', phone, say('id.pix_phone_br'))
  }
  const isMobile = !isRefused(checkMobile('BR', phone))
  return checked('phone', phone, isMobile ? undefined : soft('unusual', say('id.not_mobile_br')))
}

/** E.164: a country code that does not start with 0, and at most 15 digits. */
function checkForeignPhone(phone: string): Checked {
  if (/^\+[1-9]\d{7,14}$/.test(phone)) {
    return checked('phone', phone, soft('unusual', say('id.phone_not_br')))
  }
  return malformed('phone', phone, say('id.pix_phone_international'))
}

function checkEmailKey(key: string): Checked {
  return EMAIL.test(key) ? checked('email', key) : malformed('email', key, say('id.not_email'))
}

function checkCpfKey(key: string): Checked {
  const cpf = checkCpf(key)
  const findings = cpf.findings.map((finding) => ({
    ...finding,
    message: say('id.phone_prefix', { what: finding.message }),
  }))
  return { ...cpf, type: 'cpf', findings }
}
