import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type {
  CsvFieldData,
  CsvProfilesData,
  CsvProposalData,
  CsvTrialData,
} from '../../../../gateway/src/bank-accounts/http/contract/csv-profiles.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { ErrorState } from '../../parts/states.tsx'
import { useProfileTexts } from './profile-texts.ts'
import { ProfileTrial } from './profile-trial.tsx'
import { type ProfileValues, profileOf, valuesOf } from './profile-values.ts'
import classes from './profiles.module.css'

interface ProfileFormProps {
  account: BankAccountData
  sample: File
  guess: CsvProposalData
}

/** Maps the columns, saves the draft and tries it on the sample. What was typed stays whatever is refused. */
export function ProfileForm({ account, sample, guess }: ProfileFormProps) {
  const texts = useProfileTexts()
  const [values, setValues] = useState(() => valuesOf(account, guess))
  const set = (changes: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...changes }))
  const path = `/console/operator/bank-accounts/${account.id}/csv-profile`
  const [trial, setTrial] = useState<CsvTrialData>()
  const attempt = useChange(
    async () => {
      await api.put<CsvProfilesData>(path, profileOf(values, { account, guess }))
      return await api.post<CsvTrialData>(`${path}/try`, sample)
    },
    { tellErrors: false, onDone: setTrial },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    setTrial(undefined)
    attempt.mutate(undefined)
  }
  return (
    <>
      <form onSubmit={onSubmit}>
        <Stack gap="xs">
          <Columns guess={guess} values={values} set={set} />
          <Panel title={texts.formTitle}>
            <Stack>
              <Style guess={guess} values={values} set={set} />
              {attempt.error && <ErrorState error={attempt.error} />}
              <Group>
                <Button type="submit" loading={attempt.isPending}>
                  {texts.save}
                </Button>
              </Group>
            </Stack>
          </Panel>
        </Stack>
      </form>
      {trial && <ProfileTrial account={account} trial={trial} />}
    </>
  )
}

interface PartProps {
  guess: CsvProposalData
  values: ProfileValues
  set: (changes: Partial<ProfileValues>) => void
}

const shownRowsMax = 5

/** What stands in columns of these is set like amounts. */
const amountFields: ReadonlySet<string> = new Set(['debit', 'credit', 'amount', 'balance'])

/** The sample's first rows; above each column what it holds. */
function Columns({ guess, values, set }: PartProps) {
  const texts = useProfileTexts()
  const options = [
    { value: '', label: texts.ignored },
    ...Object.entries(texts.fields).map(([value, label]) => ({ value, label })),
  ]
  return (
    <Panel title={texts.columnsTitle} explanation={texts.columnsWords}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keyboard */}
      <section className={classes['frame']} aria-label={texts.rowsCaption} tabIndex={0}>
        <table className={classes['table']}>
          <caption className="pa-unseen">{texts.rowsCaption}</caption>
          <thead>
            <tr>
              {guess.columns.map((column) => (
                <th key={column} scope="col">
                  <NativeSelect
                    label={column}
                    value={values.header[column] ?? ''}
                    onChange={(event) =>
                      set({ header: { ...values.header, [column]: event.currentTarget.value as CsvFieldData | '' } })
                    }
                    data={options}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {guess.rows.slice(0, shownRowsMax).map((cells) => (
              <tr key={cells.join('\u0000')}>
                {guess.columns.map((column, at) => (
                  <td
                    key={column}
                    className={amountFields.has(values.header[column] ?? '') ? classes['amount'] : undefined}
                  >
                    {cells[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

function Style({ guess, values, set }: PartProps) {
  const texts = useProfileTexts()
  const text = (name: 'name' | 'account' | 'skip' | 'date' | 'debitWords' | 'creditWords' | 'footer') => ({
    value: values[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const choice = (name: 'delimiter' | 'decimal' | 'thousands' | 'amount' | 'order') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const entries = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }))
  const marks = entries(texts.marks)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <TextInput label={texts.name} required maxLength={100} {...text('name')} />
      <TextInput label={texts.number} description={texts.numberHelp} required maxLength={60} {...text('account')} />
      <NativeSelect
        label={texts.delimiter}
        data={entries({
          ...texts.delimiters,
          ...Object.fromEntries(guess.delimiters.map((each) => [each, texts.delimiters[each] ?? each])),
        })}
        {...choice('delimiter')}
      />
      <TextInput label={texts.skip} inputMode="numeric" maxLength={3} {...text('skip')} />
      <TextInput label={texts.date} description={texts.dateHelp} required maxLength={40} {...text('date')} />
      <NativeSelect
        label={texts.decimal}
        data={marks.filter(({ value }) => value === '.' || value === ',')}
        {...choice('decimal')}
      />
      <NativeSelect label={texts.thousands} data={marks} {...choice('thousands')} />
      <NativeSelect label={texts.amount} data={entries(texts.amounts)} {...choice('amount')} />
      <NativeSelect
        label={texts.order}
        required
        {...(guess.order === null && { description: texts.orderUnknown })}
        data={[...(values.order === '' ? [{ value: '', label: '–' }] : []), ...entries(texts.orders)]}
        {...choice('order')}
      />
      {values.amount === 'sign_column' && (
        <>
          <TextInput label={texts.debitWords} description={texts.wordsHelp} {...text('debitWords')} />
          <TextInput label={texts.creditWords} description={texts.wordsHelp} {...text('creditWords')} />
        </>
      )}
      <TextInput label={texts.footer} description={texts.footerHelp} maxLength={200} {...text('footer')} />
    </SimpleGrid>
  )
}
