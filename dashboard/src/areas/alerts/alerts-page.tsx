import { Button, Stack } from '@mantine/core'
import type { AlertData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import { api } from '../../app/api.ts'
import { useChange, usePages } from '../../app/reading.ts'
import { useMay, usePerson } from '../../app/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedList } from '../../parts/tables/data-table.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { AlertGroups } from './alert-groups.tsx'
import { MailChoices } from './mail-choices.tsx'
import { RetentionReports } from './retention-reports.tsx'
import { useAlertsTexts } from './texts.ts'

/** What the person should know, what of it comes by mail, and, for operators, what the end of personal data removed. */
export function AlertsPage() {
  const texts = useAlertsTexts()
  const { side } = usePerson()
  const pages = usePages<AlertData>('/console/alerts', { everySeconds: 60 })
  const mayRead = useMay('operator_read')
  const seen = useChange(() => api.post('/console/alerts/seen'), { done: texts.marked })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
        actions={
          pages.items.some(({ seen, resolved_at }) => !seen && resolved_at === null) && (
            <Button variant="default" loading={seen.isPending} onClick={() => seen.mutate()}>
              {texts.markSeen}
            </Button>
          )
        }
      />
      <Stack gap="xl">
        <PagedList
          pages={pages}
          empty={
            <EmptyState
              title={texts.emptyTitle}
              explanation={side === 'operator' ? texts.emptyOperator : texts.empty}
            />
          }
        >
          {(alerts) => <AlertGroups alerts={alerts} />}
        </PagedList>
        <MailChoices />
        {mayRead && <RetentionReports />}
      </Stack>
    </>
  )
}
