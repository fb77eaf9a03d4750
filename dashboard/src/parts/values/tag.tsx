import type { ReactNode } from 'react'
import type { Reason, Status } from '../../../../gateway/src/core/web/contract/words.ts'
import type { Environment } from '../../../../gateway/src/extras/identity/http/contract/session.ts'
import type { TransactionType } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { textsOf } from '../../app/languages.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { statuses as en } from '../../texts/en/statuses.ts'
import es from '../../texts/es/statuses.json' with { type: 'json' }
import pt from '../../texts/pt/statuses.json' with { type: 'json' }
import classes from './tag.module.css'

export const useStatusTexts = textsOf(en, { es, pt })

/** What a colour means; the word beside it says the same. */
export type Tone = 'good' | 'bad' | 'wait' | 'calm' | 'accent'

/** A word on its colour. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {children}
    </span>
  )
}

const tones: Readonly<Record<Status, Tone>> = { PENDING: 'wait', COMPLETED: 'good', ERROR: 'bad', EXPIRED: 'calm' }

/** A transaction's status, by colour and word. */
export function StatusBadge({ status }: { status: Status }) {
  const texts = useStatusTexts()
  return <Tag tone={tones[status]}>{texts.status[status]}</Tag>
}

/** Why a transaction is in its status, in words. */
export function ReasonText({ reason, payType }: { reason: Reason; payType: TransactionType }) {
  const texts = useStatusTexts()
  return <span>{reasonWord(texts, reason, payType)}</span>
}

export function reasonWord(texts: ReturnType<typeof useStatusTexts>, reason: Reason, payType: TransactionType): string {
  return (payType === 'refund' ? texts.ofRefund[reason] : undefined) ?? texts.reason[reason]
}

/** TEST or LIVE. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const { environments } = useShellTexts()
  return <Tag tone={environment === 'live' ? 'accent' : 'wait'}>{environments[environment]}</Tag>
}
