import { Alert, Button } from '@mantine/core'
import type { SubmitEvent } from 'react'
import type { ServiceData, ServicesData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { Fields, FormOutcome } from '../payments/create/create-form.tsx'
import { isCard, isOffered } from '../payments/create/create-values.ts'
import { usePaymentsTexts } from '../payments/texts.ts'
import { SeeAsApi } from '../payments/timeline/see-as-api.tsx'
import { usePaymentLinksTexts } from './texts.ts'
import { useLinkForm } from './use-link-form.ts'

/** Makes a payment link: title, amount and currency; the other fields are folded. */
export function CreateLinkPage() {
  const { make, makeExplanation, none } = usePaymentLinksTexts()
  const point = usePoint()
  const services = useRead<ServicesData>(usePointPath()('/services'))
  const isPayable = (service: ServiceData) =>
    isOffered(service, 'payin', point) && !!service.operations.payin && !isCard(service.operations.payin)
  return (
    <>
      <PageHeader title={make} explanation={makeExplanation} />
      {point.permissions.includes('payins') ? (
        <ReadState result={services}>{(data) => <LinkForm services={data.services.filter(isPayable)} />}</ReadState>
      ) : (
        <EmptyState title={none} />
      )}
    </>
  )
}

function LinkForm({ services }: { services: readonly ServiceData[] }) {
  const { title, make } = usePaymentLinksTexts()
  const { create } = usePaymentsTexts()
  const { environment } = usePoint()
  const form = useLinkForm(services)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <Panel title={title}>
      {environment === 'live' && (
        <Alert color="yellow" variant="outline" mb="md">
          {create.live}
        </Alert>
      )}
      <form onSubmit={onSubmit} noValidate autoComplete="off">
        <Fields form={form} kind="payin" service={form.service} />
        <FormOutcome form={form} />
        <Button type="submit" mt="lg" loading={form.isSending}>
          {make}
        </Button>
        <SeeAsApi path="payment-links" fields={form.fields} body={form.body} />
      </form>
    </Panel>
  )
}
