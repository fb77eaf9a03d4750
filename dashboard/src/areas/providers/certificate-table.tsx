import { Text } from '@mantine/core'
import type { CertificateData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Instant } from '../../parts/instant.tsx'
import { Tag, type Tone } from '../../parts/tag.tsx'
import { useProviderTexts } from './texts.ts'

/** How good or bad a certificate's state is. */
export const certificateTones: Readonly<Record<CertificateData['state'], Tone>> = {
  valid: 'good',
  warning: 'wait',
  critical: 'bad',
  expired: 'bad',
}

interface TableProps {
  certificates: readonly CertificateData[]
  /** The field of the credentials in the viewer's language. */
  labelOf: (name: string) => string
}

/** The certificates of an account, with the days that are left. */
export function CertificateTable({ certificates, labelOf }: TableProps) {
  const texts = useProviderTexts()
  const language = useLanguage()
  if (certificates.length === 0) return <Text size="sm">{texts.noCertificates}</Text>
  return (
    <DataTable
      caption={texts.certificates}
      rows={certificates}
      rowKey={(row) => row.name}
      columns={[
        { key: 'name', header: texts.certificate, isHead: true, render: (row) => labelOf(row.name) },
        { key: 'subject', header: texts.subject, render: (row) => row.subject },
        { key: 'until', header: texts.until, render: (row) => <Instant at={row.not_after} /> },
        {
          key: 'days',
          header: texts.daysLeft,
          align: 'right',
          render: (row) => formatCount(Math.max(0, row.days_left), language),
        },
        {
          key: 'state',
          header: texts.certificateState,
          render: (row) => <Tag tone={certificateTones[row.state]}>{texts.certificateStates[row.state]}</Tag>,
        },
        {
          key: 'fingerprint',
          header: texts.fingerprint,
          render: (row) => <Identifier value={row.fingerprint} name={texts.fingerprint} short />,
        },
      ]}
    />
  )
}
