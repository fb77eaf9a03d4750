import { Button, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { TimelineTransaction } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Icon } from '../../parts/icons.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './payments.module.css'
import { QrPicture } from './qr-picture.tsx'
import { usePaymentsTexts } from './texts.ts'

/** Hands the payment page of an open pay-in to the payer. */
export function SharePanel({ transaction }: { transaction: TimelineTransaction }) {
  const { share } = usePaymentsTexts()
  const language = useLanguage()
  const { instructions, status, reference, currency } = transaction
  if (!instructions || status !== 'PENDING') return null
  const { payment_url: url, shop_name: shop } = instructions
  // Of a pay-in that was paid in part the page asks for the rest.
  const amount = formatAmountWithCode(transaction.missing_amount ?? transaction.amount, currency, { language })
  const text = share.text(shop, amount, reference, url)
  return <Share url={url} text={text} subject={share.subject(shop, reference)} />
}

/** Hands a page to payers, by programs of the merchant's own device. */
export function Share({ url, ...written }: { url: string; text: string; subject: string }) {
  const { share, instructions: texts } = usePaymentsTexts()
  const { parts } = useShellTexts()
  const { copied, copy } = useClipboard()
  const [text, subject] = [encodeURIComponent(written.text), encodeURIComponent(written.subject)]
  const outside = { component: 'a', target: '_blank', rel: 'noopener noreferrer', variant: 'default' } as const
  return (
    <Panel title={share.title} explanation={share.explanation}>
      <div className={classes['share']}>
        <div>
          <Identifier value={url} name={texts.pageLink} />
          <Group mt="md" gap="sm">
            <Button leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={() => copy(url)}>
              {copied ? parts.copied : share.copy}
            </Button>
            <Button {...outside} href={`https://wa.me/?text=${text}`}>
              WhatsApp
            </Button>
            <Button component="a" variant="default" href={`mailto:?subject=${subject}&body=${text}`}>
              {share.mail}
            </Button>
            <Button {...outside} href={url}>
              {texts.page}
            </Button>
          </Group>
        </div>
        <QrPicture text={url} name={share.qr} />
      </div>
    </Panel>
  )
}
