import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { ServiceData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import type { WithdrawalAccountsData } from '../../../../gateway/src/extras/withdrawals/http/contract/withdrawals.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { useMethodName } from '../../parts/values/method.tsx'
import { onlyChoices } from '../payments/create/create-values.ts'
import { ServiceFieldInput } from '../payments/create/service-field-input.tsx'
import { accountFieldsOf, usePayoutServices } from './payout-services.ts'
import { useWithdrawalsTexts } from './texts.ts'

type Documents = WithdrawalAccountsData['documents'] | undefined

/** Chooses a method, and asks for the account as a payout with it does. */
export function ProposePanel({ documents }: { documents: Documents }) {
  const { propose } = useWithdrawalsTexts()
  const name = useMethodName()
  const services = usePayoutServices() ?? []
  const [chosen, choose] = useState('')
  const service = services.find(({ service_code: code }) => code === chosen)
  return (
    <Panel title={propose.title} explanation={propose.explanation}>
      <Stack maw="34rem">
        <NativeSelect
          label={propose.method}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: propose.choose },
            ...services.map(({ service_code: value, country, currency }) => ({
              value,
              label: `${country} · ${name(value)} (${currency})`,
            })),
          ]}
        />
        {service && <ProposeForm key={chosen} service={service} documents={documents} onDone={() => choose('')} />}
      </Stack>
    </Panel>
  )
}

interface ProposeFormProps {
  service: ServiceData
  documents: Documents
  onDone: () => void
}

function ProposeForm({ service, documents, onDone }: ProposeFormProps) {
  const { propose, notes } = useWithdrawalsTexts()
  const { environment } = usePoint()
  const path = usePointPath()
  const fields = accountFieldsOf(service)
  const [values, setValues] = useState(() => onlyChoices(fields))
  const filled = Object.entries(values).filter(([, text]) => text.trim() !== '')
  const body = { service_code: service.service_code, ...Object.fromEntries(filled) }
  const send = useChange(() => api.post(path('/withdrawal-accounts'), body), {
    ...{ done: propose.done, tellErrors: false, onDone },
  })
  const faultOf = (name: string) => (send.error instanceof ApiError ? send.error.messageAbout(name) : undefined)
  const isKnown = documents?.some(({ country }) => country === service.country) ?? true
  const mayBeUnnamed = !fields.some(({ name, required }) => name === 'account_doc_id' && required)
  const isUnnamed = mayBeUnnamed && !values['account_doc_id']?.trim()
  const missing = isUnnamed ? 'unnamed' : isKnown ? undefined : 'unrecorded'
  const hasFault = fields.some(({ name }) => faultOf(name) !== undefined)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    send.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit} noValidate autoComplete="off">
      <Stack>
        {fields.map((field) => (
          <ServiceFieldInput
            key={field.name}
            kind="payout"
            field={field}
            service={service}
            value={values[field.name] ?? ''}
            fault={faultOf(field.name)}
            onChange={(text) => setValues((before) => ({ ...before, [field.name]: text }))}
          />
        ))}
        {missing && <Alert variant="outline">{notes[missing](notes.operators[environment])}</Alert>}
        {send.error && !hasFault && (
          <Alert color="red" variant="outline" role="alert">
            {describeError(send.error).message}
          </Alert>
        )}
        <Button type="submit" loading={send.isPending}>
          {propose.submit}
        </Button>
      </Stack>
    </form>
  )
}
