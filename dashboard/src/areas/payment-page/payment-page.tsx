import type { BrandData } from '../../../../gateway/src/extras/payment-page/http/contract/brand.ts'
import { usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { ReadState } from '../../parts/states.tsx'
import { BrandForm } from './brand-form.tsx'
import { usePaymentPageTexts } from './texts.ts'

/** Settings > Payment page. */
export function PaymentPage() {
  const texts = usePaymentPageTexts()
  const path = usePointPath()('/payment-page')
  const brand = useRead<BrandData>(path)
  return (
    <>
      <PageHeader title={texts.title} explanation={texts.explanation} />
      <ReadState result={brand}>{(data) => <BrandForm key={path} data={data} path={path} />}</ReadState>
    </>
  )
}
