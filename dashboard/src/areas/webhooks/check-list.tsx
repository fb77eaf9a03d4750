import type { ExplainedData } from '../../../../gateway/src/webhooks/http/contract/webhooks.ts'
import { Tag } from '../../parts/tag.tsx'
import { useWebhooksTexts } from './texts.ts'
import classes from './webhooks.module.css'

/** What was checked of a callback, one line each: by colour and word, with the reason. */
export function CheckList({ checks }: { checks: ExplainedData['checks'] }) {
  const { explain } = useWebhooksTexts()
  return (
    <ul className={classes['checks']}>
      {checks.map(({ check, ok, message }) => (
        <li key={check} className={classes['check']}>
          <Tag tone={ok === null ? 'calm' : ok ? 'good' : 'bad'}>
            {explain.checks[check]}: {ok === null ? explain.marks.unknown : ok ? explain.marks.good : explain.marks.bad}
          </Tag>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}
