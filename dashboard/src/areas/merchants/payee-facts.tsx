import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Payee } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { Fact } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { useOperatorTexts } from '../operator/texts.ts'

/** What is typed at the bank, each with its copy button, and where the account of a refund comes from. */
export function usePayeeFacts(payee: Payee): Fact[] {
  const { toPay } = useOperatorTexts()
  return [
    { name: toPay.holder, value: <Copied value={payee.holder} name={toPay.holder} /> },
    { name: toPay.document, value: <Copied value={payee.document} name={toPay.document} /> },
    { name: toPay.bank, value: <Copied value={payee.bank} name={toPay.bank} /> },
    {
      name: toPay.account,
      value: (
        <Stack gap={2} align="flex-start">
          <AccountOf payee={payee} />
          <AccountSource payee={payee} />
        </Stack>
      ),
    },
    { name: toPay.write, value: <Identifier value={payee.write} name={toPay.write} /> },
  ]
}

/** A text with its copy button. */
export function Copied({ value, name, children }: { value: string | null; name: string; children?: ReactNode }) {
  if (value === null) return '–'
  return (
    <span>
      {children ?? value} <CopyButton value={value} name={name} />
    </span>
  )
}

export function AccountOf({ payee: { account, account_type: type } }: { payee: Payee }) {
  const { toPay } = useOperatorTexts()
  return (
    <Copied value={account} name={toPay.account}>
      {type !== null && `${type} `}
      <span style={{ overflowWrap: 'anywhere' }}>{account}</span>
    </Copied>
  )
}

/** Who says that a refund goes to this account; nothing for a payout. */
export function AccountSource({ payee: { source } }: { payee: Payee }) {
  const { toPay } = useOperatorTexts()
  if (source === null) return null
  const words =
    'line_id' in source
      ? toPay.byLine(source.line_id, source.day)
      : toPay.byOperators([source.set_by, source.second].filter((name) => name !== null).join(', '))
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {words}
    </Text>
  )
}
