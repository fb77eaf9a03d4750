import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CurrencyCode, currencyDecimals } from '../../../../gateway/src/core/values/currency.ts'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { PaymentLinkData } from '../../../../gateway/src/extras/payment-links/http/contract/payment-links.ts'
import type { ServiceData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { useAmountFault } from '../../app/amount-faults.ts'
import { api } from '../../app/api.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useMethodName } from '../../parts/values/method.tsx'
import {
  concept,
  datedReference,
  endOfDay,
  type FormField,
  type FormFields,
  lastMethod,
  sentBody,
  type Values,
} from '../payments/create/create-values.ts'
import { fieldsRefused, messageAt, useAttempts } from '../payments/create/use-create-form.ts'
import { usePaymentsTexts } from '../payments/texts.ts'
import { usePaymentLinksTexts } from './texts.ts'

const titleLengthMax = 80
const referenceLengthMax = 200

/** The state of the form, over the methods with which payers of the point can pay. */
export function useLinkForm(services: readonly ServiceData[]) {
  const path = usePointPath()
  const navigate = useNavigate()
  const { id: pointId } = usePoint()
  const { referenceWord } = usePaymentLinksTexts()
  const { fault, isSending, attempt } = useAttempts()
  const faultOfAmount = useAmountFault()
  const [values, setValues] = useState<Values>(() => {
    const last = lastMethod('payin', pointId).read()
    const { currency = '' } = services.find(({ service_code: code }) => code === last) ?? services[0] ?? {}
    return { currency, reference: datedReference(referenceWord) }
  })
  const currency = (values['currency'] ?? '') as CurrencyCode
  const body = bodyOf(values, currency)
  const submit = async () => {
    const misread = Object.entries(values).flatMap(([param, text]) => {
      const reading = param.startsWith('amount') && text.trim() !== '' && readTypedAmount(text, { currency })
      if (!reading || reading.ok) return []
      return [{ param, code: 'invalid_format', message: faultOfAmount(reading, currency) }]
    })
    if (misread.length > 0) throw fieldsRefused(misread)
    const { payment_link_id: linkId } = await api.post<PaymentLinkData>(path('/payment-links'), body)
    await navigate({ to: '/p/$pointId/payment-links/$linkId', params: { pointId, linkId } })
  }
  return {
    service: { currency, decimals: currencyDecimals[currency] },
    fields: useFields(services, currency),
    ...{ values, body, fault, isSending, checked: undefined },
    // Methods are those of one currency.
    set: (name: string, text: string) =>
      setValues((before) => ({ ...before, ...(name === 'currency' && { service_codes: '' }), [name]: text })),
    faultOf: (name: string, nestedPath: string | undefined) => messageAt(fault, name, nestedPath),
    submit: async () => await attempt(submit),
  }
}

/** What is typed as the API takes it, without what was left empty. */
function bodyOf(values: Values, currency: CurrencyCode): Readonly<Record<string, unknown>> {
  const sent = Object.entries(values).flatMap(([name, typed]) => {
    const value = sentValue(name, typed.trim(), currency)
    return value === '' ? [] : [[name, value] as const]
  })
  return sentBody(Object.fromEntries(sent))
}

function sentValue(name: string, text: string, currency: CurrencyCode): unknown {
  if (text === '') return ''
  if (name === 'expired_at') return endOfDay(text) ?? text
  if (name === 'uses_max') return /^\d+$/.test(text) ? Number(text) : text
  if (name === 'service_codes') return text.split(',')
  if (!name.startsWith('amount')) return text
  const reading = readTypedAmount(text, { currency })
  return reading.ok ? reading.decimal : ''
}

function useFields(services: readonly ServiceData[], currency: CurrencyCode): FormFields {
  const { hints } = usePaymentLinksTexts()
  const { create } = usePaymentsTexts()
  const nameOf = useMethodName()
  const field = (name: keyof typeof hints | 'amount', more: Partial<FormField> = {}): FormField => ({
    ...{ name, required: false, max_length: null, example: name.startsWith('amount') ? '1500' : '' },
    ...{ description: name === 'amount' ? '' : hints[name], ...more },
  })
  const currencies = [...new Set(services.map((each) => each.currency))].sort()
  const codes = services.filter((each) => each.currency === currency).map(({ service_code: code }) => code)
  const ways = codes.length > 1 ? [...codes, codes.join()] : codes
  const inWords = (way: string) => ({ value: way, label: way.split(',').map(nameOf).join(', ') })
  return {
    main: [
      field('title', { required: true, max_length: titleLengthMax }),
      field('amount'),
      field('currency', { required: true, choices: currencies.map((value) => ({ value, label: value })) }),
    ],
    more: [
      { ...concept, description: create.hints.concept },
      field('reference', { required: true, max_length: referenceLengthMax }),
      ...[field('amount_min'), field('amount_max'), field('uses_max'), field('expired_at')],
      field('service_codes', { choices: ways.map(inWords) }),
    ],
  }
}
