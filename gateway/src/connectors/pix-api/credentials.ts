import { z } from 'zod'
import { checkCnpj, checkCpf } from '../../identifiers/br/documents.ts'
import { checkPixKey } from '../../identifiers/br/pix-key.ts'
import { isRefused } from '../../identifiers/checked.ts'
import type { ConnectorAccount } from '../connector.ts'
import { credentialField } from '../set-up.ts'
import { type Psp, pspNames, psps } from './psp.ts'

/** Plain HTTP is only for a provider on this machine: a simulator. */
const address = z.url({ protocol: /^https?$/ }).refine(isSafeAddress, {
  message: 'must begin with https:// (http:// only for 127.0.0.1)',
})

const pem = z
  .string()
  .max(20_000)
  .refine((text) => text.includes('-----BEGIN '), { message: 'must be PEM text, from -----BEGIN to -----END' })

const texts = (en: string, es: string, pt: string) => ({ en, es, pt })

const field = <Schema extends z.ZodType>(schema: Schema, label: ReturnType<typeof texts>, example: string) =>
  credentialField(schema, { label, isSecret: false, example })

const secret = <Schema extends z.ZodType>(schema: Schema, label: ReturnType<typeof texts>, example: string) =>
  credentialField(schema, { label, isSecret: true, example })

const pemField = (label: ReturnType<typeof texts>, example: string, isSecret = false) =>
  credentialField(pem.optional(), { label, isSecret, isPem: true, example })

/** What an account of a Brazilian Pix provider needs. Stored as JSON, sealed. */
export const pixCredentials = z
  .object({
    psp: field(z.enum(pspNames), texts('Provider', 'Proveedor', 'Provedor'), pspNames[0]),
    client_id: field(
      z.string().min(1).max(500),
      texts('Client id (OAuth)', 'Identificador de cliente (OAuth)', 'Identificador do cliente (OAuth)'),
      'Client_Id_3f9a',
    ),
    client_secret: secret(
      z.string().min(1).max(2_000),
      texts('Client secret (OAuth)', 'Secreto de cliente (OAuth)', 'Segredo do cliente (OAuth)'),
      'Client_Secret_81c2',
    ),
    app_key: secret(
      z.string().min(1).max(200).optional(),
      texts(
        'Application key (Banco do Brasil)',
        'Clave de la aplicación (Banco do Brasil)',
        'Chave do aplicativo (Banco do Brasil)',
      ),
      'd27b67790cffab50136be17db0050c56',
    ),
    certificate: pemField(
      texts('Client certificate', 'Certificado de cliente', 'Certificado do cliente'),
      '-----BEGIN CERTIFICATE-----',
    ),
    private_key: pemField(
      texts('Private key of the certificate', 'Clave privada del certificado', 'Chave privada do certificado'),
      '-----BEGIN PRIVATE KEY-----',
      true,
    ),
    pix_key: field(
      z
        .string()
        .max(77)
        .refine((key) => !isRefused(checkPixKey(key)), { message: 'is no Pix key' }),
      texts('Pix key of the receiver', 'Clave Pix del receptor', 'Chave Pix do recebedor'),
      '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    ),
    receiver_name: field(
      z.string().min(1).max(200),
      texts('Name of the receiver', 'Nombre del receptor', 'Nome do recebedor'),
      'Loja Exemplo Ltda',
    ),
    receiver_document: field(
      z.string().refine(isDocument, { message: 'is neither a CPF nor a CNPJ' }),
      texts('CPF or CNPJ of the receiver', 'CPF o CNPJ del receptor', 'CPF ou CNPJ do recebedor'),
      '11444777000161',
    ),
    bank: field(
      z.string().min(1).max(200),
      texts('Name of the bank, for payers', 'Nombre del banco, para los pagadores', 'Nome do banco, para os pagadores'),
      'Banco do Brasil',
    ),
    /** Part of the address to which the provider sends notifications: whoever does not know it is refused. */
    notification_secret: secret(
      z.string().regex(/^[0-9a-f]{64}$/, { message: 'must be 32 random bytes as 64 hexadecimal digits' }),
      texts(
        'Secret of the address of notifications (from: openssl rand -hex 32)',
        'Secreto de la dirección de notificaciones (con: openssl rand -hex 32)',
        'Segredo do endereço de notificações (com: openssl rand -hex 32)',
      ),
      'b5c1…64 digits',
    ),
    base_url: field(
      address.optional(),
      texts('Address of the API', 'Dirección de la API', 'Endereço da API'),
      'https://pix.example.com/api/v2',
    ),
    token_url: field(
      address.optional(),
      texts('Address of the tokens', 'Dirección de los tokens', 'Endereço dos tokens'),
      'https://pix.example.com/oauth/token',
    ),
    token_body: field(
      z.enum(['form', 'json']).optional(),
      texts('Form of the token request', 'Formato de la solicitud del token', 'Formato do pedido do token'),
      'form',
    ),
    /** Certificates of the authorities that the provider's own is checked against. Public authorities where omitted. */
    authority: pemField(
      texts(
        'Authority that the provider’s certificate is checked against',
        'Autoridad con la que se verifica el certificado del proveedor',
        'Autoridade com que o certificado do provedor é verificado',
      ),
      '-----BEGIN CERTIFICATE-----',
    ),
  })
  .check(({ value, issues }) => {
    const psp: Psp = psps[value.psp]
    const missing = (path: keyof typeof value, why: string) =>
      issues.push({ code: 'custom', path: [path], message: why, input: value[path] })
    if (value.base_url === undefined && psp.base === undefined)
      missing('base_url', `is needed for the provider ${value.psp}`)
    if (value.token_url === undefined && psp.token === undefined)
      missing('token_url', `is needed for the provider ${value.psp}`)
    if (psp.appKeyParameter !== undefined && value.app_key === undefined) {
      missing('app_key', `is needed for the provider ${value.psp}`)
    }
    const { certificate, private_key: key } = value
    if (certificate === undefined && key !== undefined) missing('certificate', 'is needed beside private_key')
    if (certificate !== undefined && key === undefined) missing('private_key', 'is needed beside certificate')
  })

export type PixCredentials = z.infer<typeof pixCredentials>

/** Throws where the stored text is not what `pixCredentials` takes. */
export function credentialsOf(account: ConnectorAccount): PixCredentials {
  return pixCredentials.parse(JSON.parse(account.credentials))
}

function isSafeAddress(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost'
}

function isDocument(text: string): boolean {
  return !isRefused(checkCpf(text)) || !isRefused(checkCnpj(text))
}
