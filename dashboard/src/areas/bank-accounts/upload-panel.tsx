import { Alert, Button, FileButton, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import type { BankAccountListData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type { ReceivedFileData } from '../../../../gateway/src/bank-accounts/http/contract/bank-files.ts'
import type { Environment } from '../../../../gateway/src/review/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { describeError } from '../../app/notify.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { nameOfAccount } from './account-name.tsx'
import { useFileTexts } from './file-texts.ts'
import classes from './files.module.css'
import { uploading } from './upload.ts'

/** A file on its way, or one that came or failed. `key` is the place in the list. */
interface Upload {
  key: number
  file: File
  share: number
  answer?: ReceivedFileData
  error?: unknown
}

/** Takes files by drop or by choice, one after the other, and says what became of each. */
export function UploadPanel({ environment }: { environment: Environment }) {
  const texts = useFileTexts()
  const [account, setAccount] = useState('')
  const [isOver, setIsOver] = useState(false)
  const { uploads, add, retry, remove } = useUploads({ environment, account })
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    <Panel title={texts.upload} explanation={texts.formats}>
      <Stack>
        <section
          aria-label={texts.drop}
          className={classes['drop']}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={onDrop}
        >
          <Text>{texts.drop}</Text>
          <FileButton multiple onChange={add}>
            {(props) => <Button {...props}>{texts.choose}</Button>}
          </FileButton>
        </section>
        <AccountChoice environment={environment} value={account} onChange={setAccount} />
        {uploads.length > 0 && (
          <Stack gap="xs" aria-live="polite">
            {uploads.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRetry={() => retry(upload)}
                onRemove={() => remove(upload.key)}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}

interface AccountChoiceProps {
  environment: Environment
  value: string
  onChange: (account: string) => void
}

function AccountChoice({ environment, value, onChange }: AccountChoiceProps) {
  const texts = useFileTexts()
  const { data } = useRead<BankAccountListData>('/console/operator/bank-accounts', { query: { environment } })
  return (
    <NativeSelect
      label={texts.account}
      description={texts.accountHelp}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: texts.byFile },
        ...(data?.items ?? []).map((each) => ({ value: each.id, label: nameOfAccount(each) })),
      ]}
      maw="24rem"
    />
  )
}

function useUploads({ environment, account }: { environment: Environment; account: string }) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const send = useChange(
    async (upload: Upload) => {
      try {
        const answer = await api.post<ReceivedFileData>('/console/operator/bank-files', upload.file, {
          query: { name: upload.file.name, environment, bank_account_id: account },
          transport: uploading((share) => change(upload.key, { share })),
        })
        change(upload.key, { answer, share: 1 })
      } catch (error) {
        change(upload.key, { error })
      }
    },
    { tellErrors: false },
  )
  const sendAll = async (added: readonly Upload[]) => {
    for (const upload of added) await send.mutateAsync(upload)
  }
  return {
    uploads,
    add: (files: readonly File[]) => {
      const next = Math.max(0, ...uploads.map(({ key }) => key)) + 1
      const added = files.map((file, at) => ({ key: next + at, file, share: 0 }))
      setUploads((before) => [...added, ...before])
      void sendAll(added)
    },
    retry: (upload: Upload) => {
      const again = { key: upload.key, file: upload.file, share: 0 }
      setUploads((before) => before.map((each) => (each.key === upload.key ? again : each)))
      void sendAll([again])
    },
    remove: (key: number) => setUploads((before) => before.filter((each) => each.key !== key)),
  }
}

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

function UploadRow({ upload: { file, share, answer, error }, onRetry, onRemove }: UploadRowProps) {
  const texts = useFileTexts()
  if (error !== undefined) {
    return (
      <Alert color="red" variant="outline" title={`${texts.failed}: ${file.name}`} role="alert">
        <Text size="sm">{describeError(error).message}</Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.again}
          </Button>
          <Button size="xs" variant="default" onClick={onRemove}>
            {texts.remove}
          </Button>
        </Group>
      </Alert>
    )
  }
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" className={classes['name'] ?? ''}>
          {answer ? (
            <TextLink to="/operator/bank-files/$fileId" params={{ fileId: answer.id }}>
              {file.name}
            </TextLink>
          ) : (
            file.name
          )}
        </Text>
        <Text size="sm">{answer ? <Outcome answer={answer} /> : texts.uploading}</Text>
      </Group>
      {!answer && <Progress value={share * 100} aria-label={`${texts.uploading} ${file.name}`} mt={4} />}
    </div>
  )
}

function Outcome({ answer }: { answer: ReceivedFileData }) {
  const texts = useFileTexts()
  if (answer.known_since === null) return <>{texts.taken}</>
  const [before = '', after = ''] = texts.known('\u0000').split('\u0000')
  return (
    <>
      {before}
      <Instant at={answer.known_since} />
      {after}
    </>
  )
}
