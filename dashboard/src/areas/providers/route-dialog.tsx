import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProviderAccountData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { readTypedAmount } from '../../../../gateway/src/values/typed-amount.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { PointField, pointIdOf, useServices } from './order-fields.tsx'
import { useProviderTexts } from './texts.ts'

const noValues = { service: '', direction: 'payin', point: '', priority: '100', min: '', max: '' }

type Values = Readonly<typeof noValues>

/** Proposes a route to an account. */
export function RouteDialog({ account, onClose }: { account: ProviderAccountData; onClose: () => void }) {
  const texts = useProviderTexts()
  const [values, setValues] = useState<Values>(noValues)
  return (
    <ActionDialog
      title={`${texts.addRoute}: ${account.name}`}
      action="route_add"
      input={inputOf(account, values)}
      environment={account.environment}
      onClose={onClose}
    >
      <RouteFields values={values} onChange={(changes) => setValues((before) => ({ ...before, ...changes }))} />
    </ActionDialog>
  )
}

interface FieldsProps {
  values: Values
  onChange: (changes: Partial<Values>) => void
}

function RouteFields({ values, onChange }: FieldsProps) {
  const texts = useProviderTexts()
  const services = useServices()
  return (
    <>
      <NativeSelect
        label={texts.service}
        required
        value={values.service}
        data={[
          { value: '', label: '–' },
          { value: '*', label: texts.everyService },
          ...services.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
        ]}
        onChange={(event) => onChange({ service: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.direction}
        required
        value={values.direction}
        data={[
          { value: 'payin', label: texts.payin },
          { value: 'payout', label: texts.payout },
        ]}
        onChange={(event) => onChange({ direction: event.currentTarget.value })}
      />
      <PointField
        label={texts.point}
        description={texts.pointHelp}
        value={values.point}
        onChange={(point) => onChange({ point })}
      />
      <TextInput
        label={texts.priority}
        description={texts.priorityHelp}
        required
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        value={values.priority}
        onChange={(event) => onChange({ priority: event.currentTarget.value })}
      />
      {values.service !== '*' && <LimitFields {...{ values, onChange }} />}
    </>
  )
}

/** From and up to which amounts the route takes orders. */
function LimitFields({ values, onChange }: FieldsProps) {
  const texts = useProviderTexts()
  const currency = useServices().find(({ code }) => code === values.service)?.currency
  return (
    <>
      <AmountField
        label={texts.amountMin}
        description={texts.amountHelp}
        currency={currency}
        value={values.min}
        onChange={(min) => onChange({ min })}
      />
      <AmountField
        label={texts.amountMax}
        description={texts.amountHelp}
        currency={currency}
        value={values.max}
        onChange={(max) => onChange({ max })}
      />
    </>
  )
}

/** Undefined while something is missing or cannot be read. */
function inputOf(account: ProviderAccountData, values: Values): Readonly<Record<string, unknown>> | undefined {
  const pointId = pointIdOf(values.point)
  const min = decimalOf(values.min)
  const max = decimalOf(values.max)
  const isReadable = (values.point.trim() === '' || pointId !== undefined) && min !== undefined && max !== undefined
  if (values.service === '' || !/^\d{1,6}$/.test(values.priority.trim()) || !isReadable) return undefined
  const limits = values.service === '*' ? {} : { amount_min: min, amount_max: max }
  return {
    connector_account_id: account.connector_account_id,
    service_code: values.service,
    pay_type: values.direction,
    route_point_id: pointId ?? null,
    priority: Number(values.priority.trim()),
    ...limits,
  }
}

/** Null where nothing is typed; undefined where it cannot be read. */
function decimalOf(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const reading = readTypedAmount(text)
  return reading.ok ? reading.decimal : undefined
}
