import { Text } from '@mantine/core'
import type { WebhookHealthData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { nowMs } from '../../app/clock.ts'
import { formatCount, formatHour } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import classes from './activity-chart.module.css'
import { useWebhooksTexts } from './texts.ts'

const hours = 24
const hourMs = 3_600_000
/** Height of the highest bar, and the space between two, in the drawing's own units. */
const top = 64
const step = 10
const gap = 2

interface Hour {
  at: Date
  delivered: number
  failed: number
}

/** Received and failed attempts of each hour of the last day. The same numbers stand in a table for screen readers. */
export function ActivityChart({ activity }: { activity: WebhookHealthData['activity'] }) {
  const { health: texts } = useWebhooksTexts()
  const language = useLanguage()
  const slots = slotsOf(activity)
  const most = Math.max(1, ...slots.map(({ delivered, failed }) => delivered + failed))
  const count = (value: number) => formatCount(value, language)
  const nameOf = (slot: Hour | undefined) => (slot ? formatHour(slot.at, language) : '')
  if (activity.length === 0) return <Text c="dimmed">{texts.noAttempts}</Text>
  return (
    <figure className={classes['figure']}>
      <figcaption className={classes['caption']}>{texts.activity}</figcaption>
      <svg
        viewBox={`0 0 ${hours * step} ${top}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={classes['bars']}
      >
        {slots.map((slot, index) => (
          <Bar key={slot.at.getTime()} slot={slot} x={index * step} most={most} />
        ))}
      </svg>
      <div className={classes['axis']} aria-hidden="true">
        <span>{nameOf(slots[0])}</span>
        <span>{nameOf(slots.at(-1))}</span>
      </div>
      <ul className={classes['legend']} aria-hidden="true">
        <li data-kind="delivered">{texts.delivered}</li>
        <li data-kind="failed">{texts.failed}</li>
      </ul>
      <table className="pa-unseen">
        <caption>{texts.activity}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.hour}</th>
            <th scope="col">{texts.delivered}</th>
            <th scope="col">{texts.failed}</th>
          </tr>
        </thead>
        <tbody>
          {slots
            .filter(({ delivered, failed }) => delivered + failed > 0)
            .map(({ at, delivered, failed }) => (
              <tr key={at.getTime()}>
                <th scope="row">{formatHour(at, language)}</th>
                <td>{count(delivered)}</td>
                <td>{count(failed)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  )
}

function Bar({ slot: { at, delivered, failed }, x, most }: { slot: Hour; x: number; most: number }) {
  const { health: texts } = useWebhooksTexts()
  const language = useLanguage()
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(2, (value / most) * (top - 2)))
  const [good, bad] = [heightOf(delivered), heightOf(failed)]
  const width = step - gap
  const numbers = `${formatCount(delivered, language)} ${texts.delivered}, ${formatCount(failed, language)} ${texts.failed}`
  return (
    <g>
      <title>{`${formatHour(at, language)}: ${numbers}`}</title>
      <rect x={x} y={0} width={width} height={top} className={classes['hover']} />
      <rect x={x} y={top - 1} width={width} height={1} className={classes['floor']} />
      <rect x={x} y={top - good} width={width} height={good} className={classes['delivered']} />
      <rect x={x} y={Math.max(0, top - good - bad)} width={width} height={bad} className={classes['failed']} />
    </g>
  )
}

/** All hours of the last day, also those without an attempt. */
function slotsOf(activity: WebhookHealthData['activity']): readonly Hour[] {
  const known = new Map(activity.map((each) => [new Date(each.hour).getTime(), each]))
  // The newest attempt may be of an hour that began after the reply.
  const newest = Math.max(Math.floor(nowMs() / hourMs) * hourMs, ...known.keys())
  return Array.from({ length: hours }, (_, index) => {
    const at = newest - (hours - 1 - index) * hourMs
    const { delivered = 0, failed = 0 } = known.get(at) ?? {}
    return { at: new Date(at), delivered, failed }
  })
}
