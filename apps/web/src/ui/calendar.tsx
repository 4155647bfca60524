import { addDays, addMonths, type CivilDate, instantAt, partsOf } from '@fyh/base/dates.ts'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './calendar.module.css'
import { calendarDays, type DayRange, dayAfterKey, monthOf, rangeAfter, weeksOf, within } from './calendar-days.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type CalendarMark = { readonly tone: 'positive' | 'negative' | 'plain'; readonly label: string }

/** One day, or a range of which the end may still be open. */
type Choice =
  | { readonly kind: 'day'; readonly value: CivilDate | undefined; readonly onChange: (day: CivilDate) => void }
  | { readonly kind: 'range'; readonly value: DayRange | undefined; readonly onChange: (range: DayRange) => void }

export type CalendarProps = {
  readonly choice: Choice
  /** The business day, which need not be the phone's. */
  readonly today: CivilDate
  /** First and last day one may choose: today and 365 days after it unless told (R9.5). */
  readonly from?: CivilDate | undefined
  readonly to?: CivilDate | undefined
  /** Days with something of their own: a colour, and words under the number that screen readers hear, too. */
  readonly marks?: ReadonlyMap<string, CalendarMark> | undefined
  /** For the names of days and months, as the html element says it: 'zh-CN'. */
  readonly language: string
  readonly words: { readonly previousMonth: string; readonly nextMonth: string; readonly today: string }
}

/**
 * A month at a time. Every day is a button with its whole date for a name; one of them is in the order of Tab, arrows lead to the others
 * (Home and End: ends of the week; Page keys: months) and into the months beside.
 */
export function Calendar(props: CalendarProps) {
  const { choice, today, from = today, to = addDays(today, calendarDays), language } = props
  const chosen = choice.kind === 'day' ? choice.value : choice.value?.from
  const [at, setAt] = useState(() => within(chosen ?? today, from, to))
  const grid = useRef<HTMLTableElement>(null)
  const followFocus = useRef(false)
  useLayoutEffect(() => {
    if (followFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    followFocus.current = false
  })
  const onKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at)
    if (next === undefined) return
    event.preventDefault()
    followFocus.current = true
    setAt(within(next, from, to))
  }
  const choose = (day: CivilDate) => {
    setAt(day)
    if (choice.kind === 'day') choice.onChange(day)
    else choice.onChange(rangeAfter(choice.value, day))
  }
  return (
    <div className={styles.calendar}>
      <Head {...props} from={from} to={to} at={at} onTurn={setAt} />
      <div className={styles.frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar is a grid that arrow keys walk through */}
        <table ref={grid} role="grid" className={styles.grid} aria-label={monthName(at, language)} onKeyDown={onKey}>
          <WeekdayNames month={monthOf(at)} language={language} />
          <tbody>
            {weeksOf(monthOf(at)).map((week) => (
              <tr key={week.find((day) => day !== undefined)}>
                {week.map((day, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its weekday
                  <td key={place} className={rangeClass(choice, day)}>
                    {day !== undefined && (
                      <Day {...props} day={day} isAt={day === at} isOpen={day >= from && day <= to} onChoose={choose} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type HeadProps = Pick<CalendarProps, 'language' | 'words'> & {
  from: CivilDate
  to: CivilDate
  at: CivilDate
  onTurn: (day: CivilDate) => void
}

function Head({ language, words, from, to, at, onTurn }: HeadProps) {
  const turn = (months: number) => onTurn(within(addMonths(at, months), from, to))
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.turn}
        aria-label={words.previousMonth}
        disabled={monthOf(at) <= from}
        onClick={() => turn(-1)}
      >
        <Icon name="back" size={20} />
      </button>
      <span aria-live="polite">{monthName(at, language)}</span>
      <button
        type="button"
        className={styles.turn}
        aria-label={words.nextMonth}
        disabled={addMonths(monthOf(at), 1) > to}
        onClick={() => turn(1)}
      >
        <Icon name="forward" size={20} />
      </button>
    </div>
  )
}

function WeekdayNames({ month, language }: { month: CivilDate; language: string }) {
  const monday = weeksOf(month)[1]?.[0] ?? month
  return (
    <thead>
      <tr>
        {Array.from({ length: 7 }, (_, place) => addDays(monday, place)).map((day) => (
          <th key={day} scope="col" abbr={nameOf(day, language, { weekday: 'long' })}>
            {nameOf(day, language, { weekday: 'narrow' })}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type DayProps = CalendarProps & { day: CivilDate; isAt: boolean; isOpen: boolean; onChoose: (day: CivilDate) => void }

function Day({ choice, today, marks, language, words, day, isAt, isOpen, onChoose }: DayProps) {
  const mark = marks?.get(day)
  const below = mark?.label ?? (day === today ? words.today : undefined)
  const name = nameOf(day, language, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={isAt ? 0 : -1}
      disabled={!isOpen}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={isChosen(choice, day)}
      onClick={() => onChoose(day)}
    >
      <span className={classes(styles.number, mark && styles[mark.tone], day === today && styles.today)} aria-hidden="true">
        {partsOf(day).day}
      </span>
      <small className={styles.below} aria-hidden="true">
        {below}
      </small>
      <span className={styles.spoken}>{below === undefined ? name : `${name} ${below}`}</span>
    </button>
  )
}

function isChosen({ kind, value }: Choice, day: CivilDate): boolean {
  if (kind === 'day') return day === value
  return value !== undefined && day >= value.from && day <= (value.to ?? value.from)
}

/** The days between the ends of a range are tinted from one to the other. */
function rangeClass(choice: Choice, day: CivilDate | undefined): string | undefined {
  return choice.kind === 'range' && day !== undefined && isChosen(choice, day) ? styles.between : undefined
}

const monthName = (day: CivilDate, language: string): string => nameOf(day, language, { year: 'numeric', month: 'long' })

function nameOf(day: CivilDate, language: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: 'Asia/Shanghai' }).format(instantAt(day, '12:00:00'))
}
