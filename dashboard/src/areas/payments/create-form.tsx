import { Alert, Button, Group } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { isCard } from './create-values.ts'
import classes from './payments.module.css'
import { PayoutConfirmation } from './payout-confirmation.tsx'
import { ServiceFieldInput } from './service-field-input.tsx'
import { usePaymentsTexts } from './texts.ts'
import { type CreateFormProps, lastOf, useCreateForm } from './use-create-form.ts'

/**
 * The fields of one method. What is typed lives in this form alone: not in the address, not in a cache, and it is gone
 * once it was sent.
 */
export function CreateForm({ kind, service, operation }: CreateFormProps) {
  const { create } = usePaymentsTexts()
  const form = useCreateForm({ kind, service, operation })
  const fields = operation.fields.filter(({ name }) => name !== 'service_code')
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
        <Button variant="default" size="compact-md" mb="md" onClick={form.fillExample}>
          {create.example}
        </Button>
        <div className={classes['fields']}>
          {fields.map((field) => (
            <ServiceFieldInput
              key={field.name}
              kind={kind}
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

function Outcome({ form }: { form: ReturnType<typeof useCreateForm> }) {
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
