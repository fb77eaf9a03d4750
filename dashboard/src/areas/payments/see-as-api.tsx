import type { PayType, ServiceField } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { CodeBlock, JsonView } from '../../parts/code-block.tsx'
import { DescriptionList } from '../../parts/description-list.tsx'
import { useFieldName } from './field-name.ts'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

export interface SeeAsApiProps {
  kind: PayType
  fields: readonly ServiceField[]
  /** As it is sent; what a card's fields hold is not shown. */
  body: Readonly<Record<string, unknown>>
}

/** The request that the form sends, and what its fields are called there: folded until a developer wants to see it. */
export function SeeAsApi({ kind, fields, body }: SeeAsApiProps) {
  const { create } = usePaymentsTexts()
  const nameOf = useFieldName()
  const shown = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name.startsWith('payer_card_') ? '…' : value]),
  )
  return (
    <details className={classes['folded']}>
      <summary>{create.api}</summary>
      <div>
        <CodeBlock code={`POST /api/v1/payments/${kind}_hth`} name={create.apiAddress} />
        <JsonView value={shown} name={create.apiBody} />
        <DescriptionList
          facts={fields.map(({ name, nested_path: path }) => ({
            name: nameOf(name),
            value: <code>{path === 'metadata.concept' ? path : name}</code>,
          }))}
        />
      </div>
    </details>
  )
}
