import { Button, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  LinkTakingsData,
  PaymentLinkData,
} from '../../../../gateway/src/extras/payment-links/http/contract/payment-links.ts'
import { api } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { useMethodName } from '../../parts/values/method.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { Share } from '../payments/share-panel.tsx'
import { LinkState, useLinkAmount } from './list-page.tsx'
import { usePaymentLinksTexts } from './texts.ts'
import { WhoPaid } from './who-paid.tsx'

/** How often an open page asks what has come in. */
const refreshSeconds = 10

/** One payment link: its address to send, how it stands, and what came in. */
export function PaymentLinkPage() {
  const { linkId = '' } = useParams({ strict: false })
  const path = usePointPath()(`/payment-links/${encodeURIComponent(linkId)}`)
  const result = useRead<PaymentLinkData>(path, { everySeconds: refreshSeconds })
  return (
    <ReadState heading={1} result={result}>
      {(link) => <LinkDetail link={link} path={path} />}
    </ReadState>
  )
}

function LinkDetail({ link, path }: { link: PaymentLinkData; path: string }) {
  const texts = usePaymentLinksTexts()
  const { id: pointId, environment } = usePoint()
  const amount = useLinkAmount()(link)
  const { title, url, status } = link
  return (
    <>
      <TextLink to="/p/$pointId/payment-links" params={{ pointId }} size="sm">
        ← {texts.back}
      </TextLink>
      <PageHeader
        title={title}
        mark={<EnvironmentBadge environment={environment} />}
        explanation={<ZoneNote />}
        actions={<PauseButton link={link} path={path} />}
      />
      <Summary link={link} path={path} />
      <WhoPaid linkId={link.payment_link_id} everySeconds={refreshSeconds} />
      {status === 'active' && <Share url={url} subject={title} text={texts.message(title, amount, url)} />}
    </>
  )
}

function Summary({ link, path }: { link: PaymentLinkData; path: string }) {
  const texts = usePaymentLinksTexts()
  const nameOf = useMethodName()
  const takings = useRead<LinkTakingsData>(`${path}/takings`, { everySeconds: refreshSeconds }).data
  const { status, service_codes: codes, expired_at: end } = link
  return (
    <Panel title={texts.summary}>
      <DescriptionList
        facts={[
          { name: texts.status, value: <LinkState link={link} /> },
          { name: texts.amount, value: useLinkAmount()(link) },
          { name: texts.cameIn, value: takings && <CameIn takings={takings} currency={link.currency} /> },
          { name: texts.methods, value: codes?.map(nameOf).join(', ') ?? texts.allMethods },
          { name: texts.expires, value: end === null ? texts.never : <Instant at={end} /> },
          { name: texts.created, value: <Instant at={link.created_at} /> },
          { name: texts.reference, value: <Identifier value={link.reference} name={texts.reference} /> },
        ]}
        isDense
      />
      <ButtonLink
        to="/p/$pointId/payments"
        params={{ pointId: usePoint().id }}
        search={{ payment_link_id: link.payment_link_id }}
        variant="default"
        mt="md"
      >
        {texts.payments}
      </ButtonLink>
      {status !== 'active' && <Text mt="md">{texts.closed[status]}</Text>}
    </Panel>
  )
}

/** Completed payments: how many, and their sum. Of a link with very many payments both are larger. */
function CameIn({ takings: { payments, amount, more }, currency }: { takings: LinkTakingsData; currency: string }) {
  const { paid } = usePaymentLinksTexts()
  const count = formatCount(payments, useLanguage())
  return (
    <>
      {payments === 1 && !more ? paid.one : paid.other(more ? `${count}+` : count)} ·{' '}
      <Amount value={amount} currency={currency} />
    </>
  )
}

/** Closes the link for a while, or opens it again. */
function PauseButton({ link: { status }, path }: { link: PaymentLinkData; path: string }) {
  const texts = usePaymentLinksTexts()
  const { permissions } = usePoint()
  const [isAsking, setIsAsking] = useState(false)
  const word = status === 'paused' ? 'resume' : 'pause'
  const change = useChange(() => api.post(`${path}/${word}`), {
    done: word === 'pause' ? texts.paused : texts.resumed,
    onDone: () => setIsAsking(false),
  })
  if (status === 'expired' || !permissions.includes('payins')) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts[word]}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={texts[`${word}Title`]}
        action={texts[word]}
        isWorking={change.isPending}
        onConfirm={() => change.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      >
        {texts[`${word}Text`]}
      </ConfirmDialog>
    </>
  )
}
