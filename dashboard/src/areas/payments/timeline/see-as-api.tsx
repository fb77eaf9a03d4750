import { CodeBlock, JsonView } from '../../../parts/code-block.tsx'
import { DescriptionList } from '../../../parts/values/description-list.tsx'
import type { FormFields } from '../create/create-values.ts'
import { useFieldName } from '../field-name.ts'
import classes from '../payments.module.css'
import { usePaymentsTexts } from '../texts.ts'

export interface SeeAsApiProps {
  /** Below `/api/v1`. */
  path: string
  fields: FormFields
  /** As it is sent; what a card's fields hold is not shown. */
  body: Readonly<Record<string, unknown>>
}

/** The request that the form sends, and what its fields are called there: folded until a developer wants to see it. */
export function SeeAsApi({ path, fields, body }: SeeAsApiProps) {
  const { create } = usePaymentsTexts()
  const nameOf = useFieldName()
  const shown = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name.startsWith('payer_card_') ? '…' : value]),
  )
  return (
    <details className={classes['folded']}>
      <summary>{create.api}</summary>
      <div>
        <CodeBlock code={`POST /api/v1/${path}`} name={create.apiAddress} />
        <JsonView value={shown} name={create.apiBody} />
        <DescriptionList
          facts={[...fields.main, ...fields.more].map(({ name, nested_path: nested }) => ({
            name: nameOf(name),
            value: <code>{nested === 'metadata.concept' ? nested : name}</code>,
          }))}
        />
      </div>
    </details>
  )
}
