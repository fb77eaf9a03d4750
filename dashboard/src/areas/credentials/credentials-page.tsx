import type { CredentialsData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { KeysPanel } from './keys-panel.tsx'
import { SecretsPanel } from './secrets-panel.tsx'
import { useCredentialsTexts } from './texts.ts'

export function CredentialsPage() {
  const texts = useCredentialsTexts()
  const credentials = useRead<CredentialsData>(usePointPath()('/credentials'))
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      <ReadState result={credentials}>
        {(data) => (
          <>
            <PointPanel data={data} />
            <SecretsPanel data={data} />
            <KeysPanel />
          </>
        )}
      </ReadState>
    </>
  )
}

function PointPanel({ data }: { data: CredentialsData }) {
  const { point } = useCredentialsTexts()
  const { parts } = useShellTexts()
  const yesNo = (is: boolean) => (is ? parts.yes : parts.no)
  return (
    <Panel title={point.title} explanation={point.idHint}>
      <DescriptionList
        facts={[
          { name: point.id, value: <Identifier value={data.auth_point_id} name={point.id} /> },
          { name: point.environment, value: <EnvironmentBadge environment={data.environment} /> },
          { name: point.baseUrl, value: <Identifier value={`${data.base_url}/api/v1`} name={point.baseUrl} /> },
          { name: point.basicAuth, value: yesNo(data.basic_auth) },
          { name: point.signedPayouts, value: yesNo(data.signed_payouts) },
        ]}
      />
    </Panel>
  )
}
