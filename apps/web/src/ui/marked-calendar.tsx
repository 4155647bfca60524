import Calendar from 'antd-mobile/es/components/calendar'
import ConfigProvider from 'antd-mobile/es/components/config-provider'
import enUS from 'antd-mobile/es/locales/en-US'
import zhCN from 'antd-mobile/es/locales/zh-CN'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './marked-calendar.module.css'

export type CalendarMark = { readonly tone: 'positive' | 'negative' | 'plain'; readonly label: string }

export type MarkedCalendarProps = {
  /** By 'YYYY-MM-DD'. */
  readonly marks: ReadonlyMap<string, CalendarMark>
  /** First and last day that can be paged to, and the one to begin at. */
  readonly from: string
  readonly to: string
  readonly at: string
  readonly language: 'zh-cn' | 'en-us'
  readonly words: { readonly previousMonth: string; readonly nextMonth: string; readonly today: string }
  /** The business day, which need not be the phone's. */
  readonly today: string
  readonly onPick: (date: string) => void
}

/** A month at a time with some days marked, the library's calendar under our colours; a tap on a marked day tells which. */
export function MarkedCalendar(props: MarkedCalendarProps) {
  const { marks, from, to, at, language, words, today, onPick } = props
  return (
    <ConfigProvider locale={language === 'zh-cn' ? zhCN : enUS}>
      <div className={styles.calendar}>
        <Calendar
          weekStartsOn="Monday"
          selectionMode="single"
          defaultValue={localDay(at)}
          allowClear={false}
          min={localDay(from)}
          max={localDay(to)}
          minPage={pageOf(from)}
          maxPage={pageOf(to)}
          prevYearButton={null}
          nextYearButton={null}
          prevMonthButton={<Turn label={words.previousMonth} />}
          nextMonthButton={<Turn label={words.nextMonth} />}
          onChange={(date) => date !== null && onPick(textOf(date))}
          renderDate={(date) => <DayNumber date={date} mark={marks.get(textOf(date))} isToday={textOf(date) === today} />}
          renderLabel={(date) => marks.get(textOf(date))?.label ?? (textOf(date) === today ? words.today : undefined)}
        />
      </div>
    </ConfigProvider>
  )
}

/** A real button for keyboards; the press is the library's, around it, and so is the turning of the second arrow. */
function Turn({ label }: { label: string }) {
  return (
    <button type="button" className={styles.turn} aria-label={label}>
      <Icon name="back" size={20} />
    </button>
  )
}

function DayNumber({ date, mark, isToday }: { date: Date; mark: CalendarMark | undefined; isToday: boolean }) {
  return <span className={classes(styles.day, mark && styles[mark.tone], isToday && styles.today)}>{date.getDate()}</span>
}

/** The library speaks in local midnights of the phone; only their year, month and day are ever read. */
function localDay(text: string): Date {
  const [year = 1970, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day)
}
function textOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
function pageOf(text: string): { year: number; month: number } {
  const [year = 1970, month = 1] = text.split('-').map(Number)
  return { year, month }
}
