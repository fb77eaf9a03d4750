import { Alert, Button, Group } from '@mantine/core'
import type { SubmitEvent } from 'react'
import type {
  PayType,
  ServiceOperation,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { ApiError } from '../../../app/api-error.ts'
import { describeError } from '../../../app/notify.ts'
import { usePoint } from '../../../app/point.ts'
import classes from '../payments.module.css'
import { PayoutConfirmation } from '../payout-confirmation.tsx'
import { usePaymentsTexts } from '../texts.ts'
import { SeeAsApi } from '../timeline/see-as-api.tsx'
import { type FormField, type FormFields, isCard } from './create-values.ts'
import { ServiceFieldInput, type ServiceFieldInputProps } from './service-field-input.tsx'
import { type CreateFormProps, lastOf, useCreateForm } from './use-create-form.ts'

/**
 * The fields of one method. What is typed lives in this form alone: not in the address, not in a cache, and it is gone
 * once it was sent.
 */
export function CreateForm(props: CreateFormProps) {
  const { kind, service, operation } = props
  const { create } = usePaymentsTexts()
  const form = useCreateForm(props)
  const fields = useHints(form.fields, kind, operation)
  const { environment } = usePoint()
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <>
      <form onSubmit={onSubmit} noValidate autoComplete="off" className={classes['part']}>
        {isCard(operation) && (
          <Alert variant="outline" mb="md">
            {create.cardTest}
          </Alert>
        )}
        {environment === 'test' && (
          <Button variant="default" size="compact-md" mb="md" onClick={form.fillExample}>
            {create.example}
          </Button>
        )}
        <Fields form={{ ...form, fields }} kind={kind} service={service} />
        <FormOutcome form={form} />
        <Group mt="lg">
          <Button type="submit" loading={form.isSending}>
            {create.submit[kind]}
          </Button>
          <Button variant="default" disabled={form.isSending} onClick={() => void form.check()}>
            {create.check}
          </Button>
        </Group>
        <SeeAsApi path={`payments/${kind}_hth`} fields={form.fields} body={form.body} />
      </form>
      {form.confirming && (
        <PayoutConfirmation
          service={service}
          confirming={form.confirming}
          isSending={form.isSending}
          onConfirm={() => void form.confirm()}
          onClose={form.stopConfirming}
        />
      )}
    </>
  )
}

interface FieldsProps extends Pick<ServiceFieldInputProps, 'kind' | 'service'> {
  form: Pick<ReturnType<typeof useCreateForm>, 'fields' | 'values' | 'set' | 'faultOf'>
}

export function Fields({ form, kind, service }: FieldsProps) {
  const { create } = usePaymentsTexts()
  const { main, more } = form.fields
  const input = (field: FormField) => (
    <ServiceFieldInput
      key={field.name}
      kind={kind}
      field={field}
      service={service}
      value={form.values[field.name] ?? ''}
      fault={form.faultOf(field.name, field.nested_path)}
      onChange={(text) => form.set(field.name, text)}
    />
  )
  return (
    <>
      <div className={classes['fields']}>{main.map(input)}</div>
      {more.length > 0 && (
        <details
          className={classes['folded']}
          open={more.some(({ name, nested_path: path }) => form.faultOf(name, path)) || undefined}
        >
          <summary>{create.more}</summary>
          <div className={classes['fields']}>{more.map(input)}</div>
        </details>
      )}
    </>
  )
}

/** A charge says in its own words what those of its fields are for that every method has. */
function useHints({ main, more }: FormFields, kind: PayType, operation: ServiceOperation): FormFields {
  const { hints } = usePaymentsTexts().create
  if (kind === 'payout') return { main, more }
  const own: Readonly<Record<string, string>> = {
    concept: hints.concept,
    expired_at: hints.expires(String(operation.expires_after_hours ?? '')),
    ...(!isCard(operation) && { reference: hints.reference }),
  }
  return { main: main.map((field) => ({ ...field, description: own[field.name] ?? field.description })), more }
}

/** What came of the last attempt. `checked`: nothing was created, and all fields are right. */
export function FormOutcome({
  form,
}: {
  form: Pick<ReturnType<typeof useCreateForm>, 'fields' | 'fault' | 'checked'>
}) {
  const { create } = usePaymentsTexts()
  const { fault, checked, fields } = form
  if (fault) {
    const known = new Set([...fields.main, ...fields.more].map(({ name }) => name))
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
