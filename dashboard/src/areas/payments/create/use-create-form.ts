import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrencyCode } from '../../../../../gateway/src/core/web/contract/words.ts'
import type {
  PayType,
  ServiceData,
  ServiceOperation,
  ValidationData,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { useAmountFault } from '../../../app/amount-faults.ts'
import { api } from '../../../app/api.ts'
import { ApiError, type FieldFault } from '../../../app/api-error.ts'
import { usePoint, usePointPath } from '../../../app/point.ts'
import { pageOf } from '../page-of.ts'
import { usePaymentsTexts } from '../texts.ts'
import {
  askedOf,
  bodyOf,
  exampleOf,
  fieldsOf,
  lastMethod,
  onlyChoices,
  proposedReference,
  readAmount,
  sentBody,
  type Values,
} from './create-values.ts'

export interface CreateFormProps {
  kind: PayType
  service: ServiceData
  operation: ServiceOperation
  /** Of an earlier transaction; what the method does not ask for is left out. */
  earlier?: Values | undefined
}

/** A payout that was checked and waits for the person's last word: exactly this body is sent. */
export interface Confirming {
  body: Readonly<Record<string, string>>
  /** The bank behind the account, where the server knows it. */
  bankName: string | undefined
}

/** The state of the form: what is typed, what is wrong with it, and the way to send it. */
export function useCreateForm({ kind, service, operation, earlier = {} }: CreateFormProps) {
  const path = usePointPath()
  const navigate = useNavigate()
  const { id: pointId } = usePoint()
  const { create } = usePaymentsTexts()
  const newReference = () => proposedReference(operation, create.referenceWord[kind])
  const fields = fieldsOf(operation, kind)
  const [values, setValues] = useState<Values>(() => ({
    ...onlyChoices(operation.fields),
    ...askedOf(earlier, fields),
    reference: newReference(),
  }))
  const [checked, setChecked] = useState<ValidationData>()
  const [confirming, setConfirming] = useState<Confirming>()
  const validate = useValidation({ kind, service })
  const { fault, isSending, attempt } = useAttempts()
  const send = async (body: Confirming['body']) => {
    const made = await api.post<{ transaction_id: string }>(path(`/payments/${kind}_hth`), sentBody(body))
    lastMethod(kind, pointId).write(service.service_code)
    // Nothing of a card stays behind, not even in this page's memory.
    setValues({})
    await navigate({
      to: pageOf(kind),
      params: { pointId, transactionId: made.transaction_id },
      search: {},
    })
  }
  return {
    values,
    fields,
    body: sentBody(bodyOf(service, values)),
    fault,
    checked,
    confirming,
    isSending,
    set: (name: string, text: string) => setValues((before) => ({ ...before, [name]: text })),
    fillExample: () => setValues(exampleOf(operation, newReference())),
    faultOf: (name: string, nestedPath: string | undefined) => messageAt(fault, name, nestedPath),
    check: () => {
      setChecked(undefined)
      return attempt(async () => setChecked(await validate(values)))
    },
    /** Sends a pay-in; a payout is only checked, and sent by `confirm`. */
    submit: () => {
      setChecked(undefined)
      return attempt(async () => {
        const body = bodyOf(service, values)
        const { bank } = await validate(values)
        if (kind === 'payout') setConfirming({ body, bankName: bank?.name })
        else await send(body)
      })
    },
    confirm: async () => {
      if (!confirming) return
      await attempt(() => send(confirming.body))
      setConfirming(undefined)
    },
    stopConfirming: () => setConfirming(undefined),
  }
}

/** What the server says about one field; a refusal as a whole may name the field that it is about. */
export function messageAt(fault: unknown, name: string, nestedPath: string | undefined): string | undefined {
  if (!(fault instanceof ApiError)) return undefined
  return fault.messageAbout(name) ?? (nestedPath === undefined ? undefined : fault.fieldMessage(nestedPath))
}

/** Asks the server about everything that is typed. An amount that can be read in two ways is refused here. */
function useValidation({ kind, service }: Pick<CreateFormProps, 'kind' | 'service'>) {
  const path = usePointPath()
  const faultOf = useAmountFault()
  return async (values: Values): Promise<ValidationData> => {
    const asked = api.post<ValidationData>(path('/validate'), { operation: kind, ...sentBody(bodyOf(service, values)) })
    const typed = values['amount']?.trim() ?? ''
    const amount = readAmount(service, typed)
    if (amount.ok || typed === '') return await asked
    const others = await asked.then(() => [], faultsOfOthers)
    const message = faultOf(amount, service.currency as CurrencyCode)
    throw fieldsRefused([{ param: 'amount', code: 'invalid_format', message }, ...others])
  }
}

/** The page's own refusal, as the server would send it. */
export function fieldsRefused(fields: readonly FieldFault[]): ApiError {
  return new ApiError({ code: 'validation_failed', message: fields[0]?.message ?? '', httpStatus: 422, fields })
}

/** What else is wrong: the server was asked without the amount. */
function faultsOfOthers(error: unknown): readonly FieldFault[] {
  if (!(error instanceof ApiError) || error.fields.length === 0) throw error
  return error.fields.filter(({ param }) => param !== 'amount')
}

/** Sends a form, shows what is wrong with it, and puts the keyboard into the first wrong field. */
export function useAttempts() {
  const [fault, setFault] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setIsSending(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(error)
      focusFirstFault(error)
    } finally {
      setIsSending(false)
    }
  }
  return { fault, isSending, attempt }
}

/** People who cannot see the red field land in it. */
function focusFirstFault(error: unknown): void {
  const first = error instanceof ApiError ? error.fields[0] : undefined
  if (!first) return
  // After React has drawn the faults.
  setTimeout(() => document.getElementById(`field-${lastOf(first.param)}`)?.focus())
}

/** The field's own name, without the path to it. */
export function lastOf(param: string): string {
  return param.split('.').at(-1) ?? param
}
