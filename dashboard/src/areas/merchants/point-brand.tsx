import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BrandData } from '../../../../gateway/src/extras/payment-page/http/contract/brand.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { useOperatorTexts } from '../operator/texts.ts'
import { BrandForm } from '../payment-page/brand-form.tsx'
import { usePaymentPageTexts } from '../payment-page/texts.ts'

/** How the payer pages of a point look; an operator may change it for the merchant. */
export function PointBrand({ pointId }: { pointId: string }) {
  const texts = usePaymentPageTexts()
  const { change, none } = useOperatorTexts()
  const may = useMay('operator_act')
  const [isOpen, setIsOpen] = useState(false)
  const path = `/console/operator/points/${encodeURIComponent(pointId)}/payment-page`
  const brand = useRead<BrandData>(path)
  if (isOpen) return <ReadState result={brand}>{(data) => <BrandForm data={data} path={path} />}</ReadState>
  return (
    <Panel
      title={texts.title}
      explanation={texts.explanationForOperator}
      actions={
        may && (
          <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
            {change}
          </Button>
        )
      }
    >
      <ReadState result={brand}>
        {(data) => (
          <DescriptionList
            facts={[
              { name: texts.name, value: data.display_name ?? data.merchant_name },
              { name: texts.shopUrl, value: data.shop_url ?? none },
              { name: texts.contact, value: data.contact ?? none },
              { name: texts.colour, value: data.brand_colour ?? none },
              {
                name: texts.logo,
                value: data.logo ? <img src={data.logo.url} alt={texts.logo} height={44} /> : none,
              },
            ]}
          />
        )}
      </ReadState>
    </Panel>
  )
}
