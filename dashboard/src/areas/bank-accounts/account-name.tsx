import { Text } from '@mantine/core'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import { TextLink } from '../../parts/links.tsx'

/** `Banco Galicia · MXN`: what people call an account. */
export function nameOfAccount({ bank_name: bank, holder, currency }: BankAccountData): string {
  return `${bank ?? holder} · ${currency}`
}

/** The account's name as a link, with its longest number below. */
export function AccountName({ account }: { account: BankAccountData }) {
  const longest = account.numbers.toSorted((one, other) => other.length - one.length)[0]
  return (
    <div>
      <TextLink to="/operator/bank-accounts/$accountId" params={{ accountId: account.id }} fw={600}>
        {nameOfAccount(account)}
      </TextLink>
      <Text size="sm" c="dimmed" className="pa-number">
        {longest ?? '–'}
      </Text>
    </div>
  )
}
