import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AuditVerdictData } from '../../../../gateway/src/extras/audit-log/http/contract/audit.ts'
import { api } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ErrorState } from '../../parts/states.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useAuditTexts } from './texts.ts'

/** Proves the log on demand, and says what came of it. */
export function VerifyPanel() {
  const { verify } = useAuditTexts()
  const proof = useMutation({ mutationFn: () => api.get<AuditVerdictData>('/console/audit/verify') })
  return (
    <Panel
      title={verify.title}
      explanation={verify.explanation}
      actions={
        <Button variant="default" loading={proof.isPending} onClick={() => proof.mutate()}>
          {verify.start}
        </Button>
      }
    >
      <div aria-live="polite">
        {proof.error && <ErrorState error={proof.error} />}
        {proof.data && <Verdict verdict={proof.data} />}
      </div>
    </Panel>
  )
}

function Verdict({ verdict }: { verdict: AuditVerdictData }) {
  const { verify } = useAuditTexts()
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const breaks = verdict.breaks.map(
    ({ chain, number, audit_id: id, what }) => `${chain} ${number ?? '–'} ${id}: ${what}`,
  )
  const heads = verdict.heads.map(({ chain, number, hash }) => `${chain}:${number}:${hash}`)
  return (
    <Stack gap="sm">
      <div>
        <Tag tone={verdict.holds ? 'good' : 'bad'}>{verdict.holds ? verify.holds : verify.broken}</Tag>
        <Text size="sm" mt="xs">
          {verify.counts(count(verdict.seals), count(verdict.rows))}
        </Text>
        {verdict.dropped > 0 && <Text size="sm">{verify.dropped(count(verdict.dropped))}</Text>}
        {verdict.blanked > 0 && <Text size="sm">{verify.blanked(count(verdict.blanked))}</Text>}
      </div>
      {breaks.length > 0 && <CodeBlock code={breaks.join('\n')} name={verify.breaks} />}
      <Text size="sm" c="dimmed">
        {verify.heads}
      </Text>
      <CodeBlock code={heads.join('\n')} name={verify.chain} />
    </Stack>
  )
}
