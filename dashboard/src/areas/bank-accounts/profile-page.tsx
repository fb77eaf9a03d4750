import { Alert, Button, FileButton, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type {
  CsvProfilesData,
  CsvProposalData,
} from '../../../../gateway/src/bank-accounts/http/contract/csv-profiles.ts'
import { api } from '../../app/api.ts'
import { useDeskShows } from '../../app/desk-environment.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ErrorState, ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge } from '../../parts/tag.tsx'
import { nameOfAccount } from './account-name.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useProfileTexts } from './profile-texts.ts'

/** Teaches the gateway how a bank writes its tables. */
export function CsvProfilePage() {
  const { accountId = '' } = useParams({ strict: false })
  const path = `/console/operator/bank-accounts/${encodeURIComponent(accountId)}`
  const account = useRead<BankAccountData>(path)
  const profiles = useRead<CsvProfilesData>(`${path}/csv-profile`)
  useDeskShows(account.data?.environment)
  return (
    <ReadState heading={1} result={account}>
      {(data) => <Maker account={data} profiles={profiles.data} />}
    </ReadState>
  )
}

/** A sample and what was guessed of it. */
interface Sample {
  file: File
  guess: CsvProposalData
}

function Maker({ account, profiles }: { account: BankAccountData; profiles: CsvProfilesData | undefined }) {
  const texts = useProfileTexts()
  const may = useMay('operator_act')
  const [sample, setSample] = useState<Sample>()
  const guess = useChange(
    async (file: File) => ({
      file,
      guess: await api.post<CsvProposalData>(`/console/operator/bank-accounts/${account.id}/csv-profile/propose`, file),
    }),
    { tellErrors: false, onDone: setSample },
  )
  return (
    <>
      <PageHeader
        title={texts.title(nameOfAccount(account))}
        mark={<EnvironmentBadge environment={account.environment} />}
        explanation={texts.explanation}
      />
      <Stack gap="xs">
        {profiles && <InForce profiles={profiles} />}
        {may && (
          <Panel title={texts.sampleTitle} explanation={texts.sampleWords}>
            <Stack align="flex-start">
              {sample && <Text size="sm">{texts.chosen(sample.file.name)}</Text>}
              <FileButton onChange={(file) => file && guess.mutate(file)}>
                {(props) => (
                  <Button {...props} variant={sample ? 'default' : 'filled'} loading={guess.isPending}>
                    {texts.choose}
                  </Button>
                )}
              </FileButton>
              {guess.error && <ErrorState error={guess.error} />}
            </Stack>
          </Panel>
        )}
        {sample && (
          <ProfileForm
            key={`${sample.file.name} ${sample.file.size} ${sample.file.lastModified}`}
            account={account}
            sample={sample.file}
            guess={sample.guess}
          />
        )}
      </Stack>
    </>
  )
}

function InForce({ profiles: { approved } }: { profiles: CsvProfilesData }) {
  const texts = useProfileTexts()
  return (
    <Alert variant="outline" color={approved ? 'green' : 'yellow'}>
      {approved ? `${texts.inForce} ${texts.made(approved.profile.name, approved.made_by)}.` : texts.noProfile}
    </Alert>
  )
}
