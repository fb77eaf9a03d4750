import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type { RuleClass } from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { readTypedAmount } from '../../../../gateway/src/values/typed-amount.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { nameOfAccount } from './account-name.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useLineTexts } from './line-texts.ts'
import { useRuleTexts } from './rule-texts.ts'

const classes: readonly RuleClass[] = ['fee', 'tax', 'interest', 'own_transfer']

const textLengthMin = 3

/** What was typed, and the input of the proposal once it says enough. */
function useRuleInput(accounts: readonly BankAccountData[]) {
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? '')
  const [sign, setSign] = useState<'C' | 'D'>('D')
  const [as, setAs] = useState<RuleClass>('fee')
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const [limit, setLimit] = useState('')
  const typed = { accountId, setAccountId, sign, setSign, as, setAs, text, setText, code, setCode, limit, setLimit }
  const account = accounts.find(({ id }) => id === accountId)
  const reading = account && readTypedAmount(limit, { currency: account.currency })
  const isTold = text.trim().length >= textLengthMin || (text.trim() === '' && code.trim() !== '')
  if (!account || !reading?.ok || !isTold) return { ...typed, account, input: undefined }
  const input = {
    ...{ bank_account_id: account.id, sign, class: as, amount_max: reading.decimal },
    ...(text.trim() === '' ? {} : { text_contains: text.trim() }),
    ...(code.trim() === '' ? {} : { bank_code: code.trim() }),
  }
  return { ...typed, account, input }
}

/** Proposes a rule. */
export function RuleDialog({ accounts, onClose }: { accounts: readonly BankAccountData[]; onClose: () => void }) {
  const texts = useRuleTexts()
  const typed = useRuleInput(accounts)
  const { account, input } = typed
  if (!account) return null
  return (
    <ActionDialog
      title={texts.add}
      action="line_rule"
      input={input}
      environment={account.environment}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.account}
        value={typed.accountId}
        onChange={(event) => typed.setAccountId(event.currentTarget.value)}
        data={accounts.map((each) => ({ value: each.id, label: nameOfAccount(each) }))}
      />
      <NativeSelect
        label={texts.sign}
        value={typed.sign}
        onChange={(event) => typed.setSign(event.currentTarget.value === 'C' ? 'C' : 'D')}
        data={Object.entries(texts.signs).map(([value, label]) => ({ value, label }))}
      />
      <RuleWords typed={typed} />
      <AmountField
        label={texts.limit}
        description={texts.limitHelp}
        required
        value={typed.limit}
        onChange={typed.setLimit}
        currency={account.currency}
      />
      <RuleClassSelect typed={typed} />
    </ActionDialog>
  )
}

interface TypedRule {
  typed: ReturnType<typeof useRuleInput>
}

/** What the line says. */
function RuleWords({ typed }: TypedRule) {
  const texts = useRuleTexts()
  return (
    <>
      <TextInput
        label={texts.text}
        description={texts.textHelp}
        value={typed.text}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => typed.setText(event.currentTarget.value)}
      />
      <TextInput
        label={texts.code}
        description={texts.codeHelp}
        value={typed.code}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => typed.setCode(event.currentTarget.value)}
      />
    </>
  )
}

function RuleClassSelect({ typed }: TypedRule) {
  const texts = useRuleTexts()
  const { classes: words } = useLineTexts()
  return (
    <NativeSelect
      label={texts.klass}
      value={typed.as}
      onChange={(event) => typed.setAs(event.currentTarget.value as RuleClass)}
      data={classes.map((value) => ({ value, label: words[value] }))}
    />
  )
}
