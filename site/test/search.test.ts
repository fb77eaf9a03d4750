import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import type { Language } from '../src/languages.ts'
import { queryOf, searchOptions } from '../src/search-words.ts'

/** From the sources and from dist alike. */
const up = import.meta.url.includes('/dist/') ? '../..' : '..'
const chunks = resolve(import.meta.dirname, up, 'dist', 'pages', 'assets', 'chunks')

/** What people type, and the page that answers it. */
const questions: Readonly<Record<Language, readonly (readonly [words: string, page: string])[]>> = {
  en: [
    ['how do I verify a callback signature', 'guides/callbacks'],
    ['webhook retries schedule', 'guides/callbacks'],
    ['callback not received', 'guides/callbacks'],
    ['which http status must my server answer', 'guides/callbacks'],
    ['first payment', 'guides/first-payment'],
    ['hello world pay-in curl', 'guides/first-payment'],
    ['simulate a failed payment', 'guides/testing-failures'],
    ['test card numbers declined', 'guides/testing-failures'],
    ['move the test clock expire', 'guides/testing-failures'],
    ['go live checklist', 'guides/going-live'],
    ['real money first live payment', 'guides/going-live'],
    ['refund part of a payment', 'guides/refunds'],
    ['partial refnd', 'guides/refunds'],
    ['send money to a beneficiary', 'guides/payouts'],
    ['payout came back returned', 'guides/payouts'],
    ['two person approval of payouts', 'guides/payouts'],
    ['insufficient balance', 'guides/payouts'],
    ['reconcile my ledger', 'guides/reconciliation'],
    ['monthly statement csv', 'guides/reconciliation'],
    ['send a link by whatsapp', 'guides/payment-links'],
    ['reusable payment link limit of uses', 'guides/payment-links'],
    ['migrate from the old gateway', 'guides/moving-here'],
    ['upgrade to a new version', 'guides/upgrade'],
    ['upload a bank statement', 'operator/bank-statements'],
    ['connect pix of a bank', 'operator/connect-pix'],
  ],
  es: [
    ['cómo verifico la firma de un callback', 'guides/callbacks'],
    ['reintentos del webhook', 'guides/callbacks'],
    ['no llega el callback', 'guides/callbacks'],
    ['primer cobro', 'guides/first-payment'],
    ['probar un pago rechazado', 'guides/testing-failures'],
    ['tarjetas de prueba', 'guides/testing-failures'],
    ['pasar a producción', 'guides/going-live'],
    ['devolver dinero a un cliente', 'guides/refunds'],
    ['reembolso parcial', 'guides/refunds'],
    ['pagar a un proveedor', 'guides/payouts'],
    ['saldo insuficiente', 'guides/payouts'],
    ['conciliación de movimientos', 'guides/reconciliation'],
    ['extracto del mes', 'guides/reconciliation'],
    ['enlace de pago por WhatsApp', 'guides/payment-links'],
    ['mudarse desde otro gateway', 'guides/moving-here'],
    ['subir un extracto bancario', 'operator/bank-statements'],
    ['conectar pix certificado del banco', 'operator/connect-pix'],
  ],
  pt: [
    ['verificar assinatura do callback', 'guides/callbacks'],
    ['webhook não chega', 'guides/callbacks'],
    ['primeira cobrança', 'guides/first-payment'],
    ['simular pagamento recusado', 'guides/testing-failures'],
    ['ir para produção', 'guides/going-live'],
    ['estorno parcial', 'guides/refunds'],
    ['fazer um saque pix', 'guides/payouts'],
    ['saldo disponível', 'guides/payouts'],
    ['extrato do mês', 'guides/reconciliation'],
    ['link de pagamento whatsapp', 'guides/payment-links'],
    ['conectar pix do banco', 'operator/connect-pix'],
  ],
}

/** The index of a language as the dialog loads it. */
async function openIndex(language: Language): Promise<MiniSearch> {
  const name = `@localSearchIndex${language === 'en' ? 'root' : language}.`
  const file = readdirSync(chunks).find((each) => each.startsWith(name) && each.endsWith('.js'))
  const module = await import(pathToFileURL(resolve(chunks, file ?? name)).href)
  return MiniSearch.loadJSON(module.default, { fields: ['title', 'titles', 'text'], searchOptions })
}

it('the search leads fifty questions, as people type them, to their page within three pages', async () => {
  for (const [language, asked] of Object.entries(questions) as [Language, (typeof questions)[Language]][]) {
    const index = await openIndex(language)
    for (const [words, wanted] of asked) {
      const found = index.search(queryOf(words, language)).map(({ id }) => pageOf(String(id)))
      const shown = [...new Set(found)].slice(0, 3)
      assert.ok(shown.includes(wanted), `${words}: ${shown.join(', ')}`)
    }
  }
})

/** `guides/refunds` of `/docs/es/guides/refunds#part`. */
function pageOf(id: string): string {
  return id.replace(/^\/docs\/(?:(?:es|pt)\/)?/, '').replace(/(?:\.html)?(?:#.*)?$/, '')
}
