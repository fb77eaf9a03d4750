import { addDays, type Day } from '../../../../gateway/src/core/values/days.ts'
import type { BankDayData, BankDayState } from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-days.ts'
import { useLanguage } from '../../app/languages.ts'
import type { Tone } from '../../parts/values/tag.tsx'
import classes from './bank-days.module.css'
import { useBankDaysTexts } from './days-texts.ts'

export const dayTones: Readonly<Record<BankDayState, Tone>> = {
  ...{ proven: 'good', explained: 'wait', open: 'bad', unknown: 'calm' },
}

/** What stands for a state where there is no room for its word; the word is read out. */
const marks: Readonly<Record<BankDayState, string>> = { proven: '✓', explained: '≈', open: '≠', unknown: '?' }

/** A month of days, weeks from Monday to Sunday. A judged day is a button. */
export function DayCalendar(shown: {
  month: string
  days: readonly BankDayData[]
  chosen: string
  onChoose: (day: Day) => void
}) {
  const { month, days, chosen, onChoose } = shown
  const texts = useBankDaysTexts()
  const language = useLanguage()
  const judged = new Map(days.map((each) => [each.day, each]))
  return (
    <table className={classes['calendar']}>
      <caption className="pa-unseen">{texts.month(month)}</caption>
      <thead>
        <tr>
          {weekdays(language).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {day.startsWith(month) && (
                  <DayCell day={day} found={judged.get(day)} isChosen={day === chosen} onChoose={onChoose} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps {
  day: Day
  found: BankDayData | undefined
  isChosen: boolean
  onChoose: (day: Day) => void
}

function DayCell({ day, found, isChosen, onChoose }: DayCellProps) {
  const texts = useBankDaysTexts()
  const date = Number(day.slice(8))
  if (!found) return <span className={classes['empty']}>{date}</span>
  return (
    <button
      type="button"
      className={classes['day']}
      data-tone={dayTones[found.state]}
      aria-pressed={isChosen}
      aria-label={texts.dayIs(day, texts.states[found.state])}
      onClick={() => onChoose(day)}
    >
      <span>{date}</span>
      <span aria-hidden="true">{marks[found.state]}</span>
    </button>
  )
}

/** The days of all weeks that touch a month. */
function weeksOf(month: string): Day[][] {
  const first = `${month}-01`
  // 0 is Sunday.
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay()
  const monday = addDays(first, -((weekday + 6) % 7))
  const weeks = Array.from({ length: 6 }, (_week, at) =>
    Array.from({ length: 7 }, (_day, place) => addDays(monday, at * 7 + place)),
  )
  return weeks.filter((week) => week.some((day) => day.startsWith(month)))
}

/** Short names from Monday on. 2024-01-01 was a Monday. */
function weekdays(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_day, at) => format.format(new Date(Date.UTC(2024, 0, 1 + at))))
}
