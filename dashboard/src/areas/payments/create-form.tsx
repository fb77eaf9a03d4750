import { Alert, Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type {
  PayType,
  ServiceData,
  ServiceOperation,
  ValidationData,
} from '../../../../gateway/src/http/console/contract/payments.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/describe-error.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { bodyOf, exampleOf, freshReference, isCard, type Values } from './create-values.ts'
import classes from './payments.module.css'
import { ServiceFieldInput } from './service-field-input.tsx'
import { usePaymentsTexts } from './texts.ts'

export interface CreateFormProps {
  kind: PayType
  service: ServiceData
  operation: ServiceOperation
}

/**
 * The fields of one method. What is typed lives in this form alone: not in the address, not in a cache, and it is gone
 * once it was sent.
 */
export function CreateForm({ kind, service, operation }: CreateFormProps) {
  const { create } = usePaymentsTexts()
  const form = useForm({ kind, service, operation })
  const fields = operation.fields.filter(({ name }) => name !== 'service_code')
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void form.send()
  }
  return (
    <form onSubmit={onSubmit} noValidate autoComplete="off" className={classes['part']}>
      {isCard(operation) && (
        <Alert variant="outline" mb="md">
          {create.cardTest}
        </Alert>
      )}
      <Button variant="default" size="compact-md" mb="md" onClick={form.fillExample}>
        {create.example}
      </Button>
      <div className={classes['fields']}>
        {fields.map((field) => (
          <ServiceFieldInput
            key={field.name}
            field={field}
            service={service}
            value={form.values[field.name] ?? ''}
            fault={form.faultOf(field.name, field.nested_path)}
            onChange={(text) => form.set(field.name, text)}
          />
        ))}
      </div>
      <Outcome form={form} />
      <Group mt="lg">
        <Button type="submit" loading={form.isSending}>
          {create.submit[kind]}
        </Button>
        <Button variant="default" disabled={form.isSending} onClick={() => void form.check()}>
          {create.check}
        </Button>
      </Group>
    </form>
  )
}

function Outcome({ form }: { form: ReturnType<typeof useForm> }) {
  const { create } = usePaymentsTexts()
  const { fault, checked } = form
  if (fault) {
    const known = new Set(form.fieldNames)
    const others = fault instanceof ApiError ? fault.fields.filter(({ param }) => !known.has(lastOf(param))) : []
    const hasFields = fault instanceof ApiError && fault.fields.length > 0
    return (
      <Alert color="red" variant="outline" mt="md" role="alert" title={hasFields ? create.faults : undefined}>
        {hasFields ? others.map(({ message }) => message).join(' ') : describeError(fault).message}
      </Alert>
    )
  }
  if (!checked) return null
  return (
    <Alert color="green" variant="outline" mt="md" role="status">
      {create.checked} {checked.bank && create.bank(checked.bank.name)}
    </Alert>
  )
}

function useForm({ kind, service, operation }: CreateFormProps) {
  const path = usePointPath()
  const navigate = useNavigate()
  const { id: pointId } = usePoint()
  const [values, setValues] = useState<Values>(() => ({ reference: freshReference(operation) }))
  const [fault, setFault] = useState<unknown>()
  const [checked, setChecked] = useState<ValidationData>()
  const [isSending, setIsSending] = useState(false)
  const validate = async () => {
    const body = bodyOf(service, values)
    return await api.post<ValidationData>(path('/validate'), { operation: kind, ...body })
  }
  const attempt = async (work: () => Promise<void>) => {
    setIsSending(true)
    setFault(undefined)
    setChecked(undefined)
    try {
      await work()
    } catch (error) {
      setFault(error)
      focusFirstFault(error)
    } finally {
      setIsSending(false)
    }
  }
  return {
    values,
    fault,
    checked,
    isSending,
    fieldNames: operation.fields.map(({ name }) => name),
    set: (name: string, text: string) => setValues((before) => ({ ...before, [name]: text })),
    fillExample: () => setValues(exampleOf(operation)),
    faultOf: (name: string, nestedPath: string | undefined) =>
      fault instanceof ApiError
        ? (fault.fieldMessage(name) ?? (nestedPath === undefined ? undefined : fault.fieldMessage(nestedPath)))
        : undefined,
    check: () => attempt(async () => setChecked(await validate())),
    send: () =>
      attempt(async () => {
        await validate()
        const made = await api.post<{ transaction_id: string }>(path(`/payments/${kind}_hth`), bodyOf(service, values))
        // Nothing of a card stays behind, not even in this page's memory.
        setValues({})
        await navigate({
          to: '/p/$pointId/payments/$transactionId',
          params: { pointId, transactionId: made.transaction_id },
          search: {},
        })
      }),
  }
}

/** People who cannot see the red field land in it. */
function focusFirstFault(error: unknown): void {
  const first = error instanceof ApiError ? error.fields[0] : undefined
  if (!first) return
  // After React has drawn the faults.
  setTimeout(() => document.getElementById(`field-${lastOf(first.param)}`)?.focus())
}

function lastOf(param: string): string {
  return param.split('.').at(-1) ?? param
}
