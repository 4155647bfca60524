import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureWords, setLanguage, startWords, wordOf } from '#locales/i18n.ts'
import { blocks as blocksZh } from '#locales/zh-cn/blocks.ts'
import { ApiError } from '#platform/api.ts'
import { today } from '#platform/clock.ts'
import { makeQueryClient } from '#platform/query.ts'
import { AgreementBox } from './agreement-box.tsx'
import { CardPicker } from './card-picker.tsx'
import { MoneyText } from './money-text.tsx'
import type { PlanTableRow } from './period-sheet.tsx'
import { PlanTable } from './plan-table.tsx'
import { type CodeSent, SmsCodeBox } from './sms-code-box.tsx'

beforeAll(async () => {
  await startWords('zh-cn')
  await ensureWords(['blocks'])
})
beforeEach(() => {
  window.sessionStorage.clear()
  window.localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const show = (element: ReactNode) => render(<QueryClientProvider client={makeQueryClient()}>{element}</QueryClientProvider>)

test('R9.4 an amount has its sign, commas and two decimals; tapping it opens how it came about', () => {
  const explain = vi.fn()
  show(<MoneyText fen={fen(2_800_000)} onExplain={explain} />)
  const figure = screen.getByRole('button', { name: /28,000\.00/ })
  fireEvent.click(figure)
  expect(explain).toHaveBeenCalledTimes(1)
})

const sent: CodeSent = { smsCodeDigits: 6, waitSeconds: 60, mobileMask: '138****0000' }

function CodeBox({
  send,
  about = 'login 0000',
  onComplete,
}: {
  send: () => Promise<CodeSent>
  about?: string
  onComplete?: (code: string) => void
}) {
  const [code, setCode] = useState('')
  return <SmsCodeBox about={about} send={send} value={code} onChange={setCode} onComplete={onComplete} />
}
const getCode = () => screen.getByRole('button')

describe('code by text message', () => {
  test('the server says how many digits and how long to wait, and to whom it went', async () => {
    show(<CodeBox send={() => Promise.resolve(sent)} />)
    await act(async () => fireEvent.click(getCode()))
    expect(screen.getByText(/138\*\*\*\*0000/)).toBeTruthy()
    expect(getCode().textContent).toContain('60')
    expect(getCode()).toHaveProperty('disabled', true)
    const complete = screen.getByRole('textbox')
    fireEvent.change(complete, { target: { value: '1234567' } })
    expect(complete).toHaveProperty('value', '123456')
  })
  test('AU-07 coming back shows what is left of the wait and sends nothing', async () => {
    vi.useFakeTimers()
    const send = vi.fn(() => Promise.resolve(sent))
    show(<CodeBox send={send} />)
    await act(async () => fireEvent.click(getCode()))
    cleanup()
    act(() => vi.advanceTimersByTime(40_000))
    show(<CodeBox send={send} />)
    expect(getCode().textContent).toContain('20')
    expect(screen.getByText('验证码已发送，请查看短信')).toBeTruthy()
    expect(screen.queryByText(blocksZh.sms.notYet)).toBeNull()
    fireEvent.click(getCode())
    expect(send).toHaveBeenCalledTimes(1)
    act(() => vi.advanceTimersByTime(20_500))
    expect(getCode()).toHaveProperty('disabled', false)
  })
  test('AU-07 another tab shows the same wait', async () => {
    show(<CodeBox send={() => Promise.resolve(sent)} />)
    await act(async () => fireEvent.click(getCode()))
    cleanup()
    window.sessionStorage.clear()
    show(<CodeBox send={() => Promise.resolve(sent)} />)
    expect(getCode().textContent).toMatch(/60|59/)
    expect(getCode()).toHaveProperty('disabled', true)
  })
  test('coming back after a reload shows as many boxes as the code that was sent has digits', async () => {
    show(<CodeBox send={() => Promise.resolve(sent)} />)
    await act(async () => fireEvent.click(getCode()))
    cleanup()
    show(<CodeBox send={() => Promise.resolve(sent)} />)
    const box = screen.getByRole('textbox')
    fireEvent.change(box, { target: { value: '1234567' } })
    expect(box).toHaveProperty('value', '123456')
  })
  test('AU-07 a refusal that names the wait is shown beside the field and waited for', async () => {
    const refusal = new ApiError({ kind: 'refused', message: '请 19 秒后再试', error: 'SMS_TOO_SOON', detail: { waitSeconds: 19 } })
    show(<CodeBox send={() => Promise.reject(refusal)} />)
    await act(async () => fireEvent.click(getCode()))
    expect(screen.getByText('请 19 秒后再试')).toBeTruthy()
    expect(getCode().textContent).toContain('19')
  })
  test('PS-04 another phone has its own wait and its own mask', async () => {
    const { rerender } = show(<CodeBox send={() => Promise.resolve(sent)} />)
    await act(async () => fireEvent.click(getCode()))
    rerender(
      <QueryClientProvider client={makeQueryClient()}>
        <CodeBox about="login 1111" send={() => Promise.resolve({ ...sent, mobileMask: '139****1111' })} />
      </QueryClientProvider>,
    )
    expect(screen.queryByText(/138\*\*\*\*0000/)).toBeNull()
    await act(async () => fireEvent.click(getCode()))
    expect(screen.getByText(/139\*\*\*\*1111/)).toBeTruthy()
  })
})

test('agreements: a title opens its text and ticks nothing', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() =>
      Promise.resolve(
        Response.json({
          code: 0,
          msg: '',
          data: {
            key: 'registration',
            version: '1.0',
            sha256: '',
            title: '注册服务协议',
            paragraphs: [{ kind: 'text', text: 'the text itself' }],
          },
        }),
      ),
    ),
  )
  const change = vi.fn()
  show(<AgreementBox texts={[{ key: 'registration', title: '注册服务协议' }]} checked={false} onChange={change} />)
  fireEvent.click(screen.getByRole('button', { name: /注册服务协议/ }))
  expect(await within(screen.getByRole('dialog', { name: '注册服务协议' })).findByText('the text itself')).toBeTruthy()
  expect(change).not.toHaveBeenCalled()
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
})

test('a consent that was gone past says so in words, not by colour alone', () => {
  const box = (
    <AgreementBox texts={[{ key: 'registration', title: '注册服务协议' }]} checked={false} onChange={() => undefined} error="agree first" />
  )
  show(box)
  const said = document.getElementById(screen.getByRole('checkbox').getAttribute('aria-describedby') ?? '')
  expect(said?.textContent).toBe('agree first')
  expect(said?.querySelector('svg')).toBeTruthy()
})

test.each([
  ['zh-cn', '我已阅读并同意《A》《B》'],
  ['en-us', 'I’ve read and agree to “A” “B”'],
] as const)('in %s the texts of a consent stand apart from it and from one another as its script has it', async (language, line) => {
  await setLanguage(language)
  const texts = ['A', 'B'].map((title) => ({ key: title, title }))
  const { container } = show(<AgreementBox texts={texts} checked={false} onChange={() => undefined} />)
  expect(container.querySelector('label')?.textContent).toBe(line)
  await setLanguage('zh-cn')
})

test.each([
  [1, '1 day left', '1 day overdue'],
  [2, '2 days left', '2 days overdue'],
])('in English %i is followed by its own word', async (count, left, overdue) => {
  await setLanguage('en-us')
  expect(wordOf('blocks:plan.daysLeft', { count })).toBe(left)
  expect(wordOf('blocks:plan.state.overdue', { count })).toBe(overdue)
  await setLanguage('zh-cn')
})

const row = (
  period: number,
  dueDate: string,
  { balance, principal, interest }: { balance: number; principal: number; interest: number },
  state?: PlanTableRow['state'],
): PlanTableRow => ({
  period,
  dueDate: civilDate(dueDate),
  principal: fen(principal),
  interest: fen(interest),
  fee: fen(0),
  total: fen(principal + interest),
  balanceAfter: fen(balance - principal),
  explain: { balance: fen(balance), ratePpm: ppm(180_000), days: 30, basisDays: 360, rule: 'balanceByDays' },
  spans: [],
  principalHow: {
    rule: 'instalmentMinusInterest',
    instalment: fen(principal + interest),
    drawn: { balance: fen(1_000_000), periods: 12 },
    isMonthly: true,
    prepaid: fen(0),
    interest: fen(interest),
  },
  ...(state !== undefined && { state, overdueDays: 0 }),
})

describe('plan', () => {
  const first = { balance: 1_000_000, principal: 76_680, interest: 15_000 }
  const second = { balance: 923_320, principal: 77_830, interest: 13_850 }
  const rows = [row(1, '2026-12-27', first, 'paid'), row(2, '2027-01-27', second, 'future')]
  test('each period shows its parts, its amount and, while it is open, the sum so far; states are said in words', () => {
    show(<PlanTable rows={rows} />)
    const [, first, second] = screen.getAllByRole('row')
    expect(first?.textContent).toMatch(/1 · 12-27已还766\.80.\/.150\.00916\.80$/)
    expect(second?.textContent).toMatch(/778\.30.\/.138\.50916\.80.*916\.80/)
  })
  test('a part that was paid stands in its row, and the last sum is what is left to pay', () => {
    const parts = (total: number) => ({ principal: fen(total), interest: fen(0), fee: fen(0), penalty: fen(0), total: fen(total) })
    const partly: PlanTableRow = { ...row(1, '2026-12-27', first, 'overdue'), overdueDays: 5, paid: parts(50_000), owed: parts(41_680) }
    const later: PlanTableRow = { ...row(2, '2027-01-27', second, 'future'), paid: parts(0), owed: parts(91_680) }
    show(<PlanTable rows={[partly, later]} />)
    const [, one, two] = screen.getAllByRole('row')
    expect(one?.textContent?.replaceAll('\u00A0', ' ')).toMatch(/逾期 5 天已还 500\.00.*416\.80416\.80$/)
    expect(two?.textContent).toMatch(/916\.801,333\.60$/)
  })
  test('a late fee and a fee stand in the row of their period, so that its parts add up to its amount', () => {
    const parts = { principal: fen(76_680), interest: fen(15_000), fee: fen(3_750), penalty: fen(855), total: fen(96_285) }
    const charged = { ...row(1, '2026-12-27', first, 'overdue'), fee: fen(3_750), penalty: fen(855), owed: parts }
    show(<PlanTable rows={[charged]} />)
    const [, one] = screen.getAllByRole('row')
    expect(one?.textContent?.replaceAll('\u00A0', ' ')).toMatch(/费用 37\.50 · 罚息 8\.55.*766\.80 \/ 150\.00962\.85/)
  })
  test('an overdue period opens into the days of its penalty; the one named opens by itself', () => {
    const penaltySpans = [{ principal: fen(77_830), from: civilDate('2027-01-28'), to: civilDate('2027-02-01'), days: 5 }]
    const penaltyHow = {
      rule: 'byDays',
      ratePpm: ppm(180_000),
      percentOfRate: 150,
      basisDays: 360,
      graceDays: 3,
      ceiling: fen(77_830),
    } as const
    const late: PlanTableRow = { ...row(2, '2027-01-27', second, 'overdue'), penalty: fen(292), penaltySpans, penaltyHow, overdueDays: 5 }
    show(<PlanTable rows={[late]} explains={2} />)
    expect(screen.getByRole('dialog').textContent?.replaceAll('\u00A0', ' ')).toContain('(778.30 × 5 天) × 年化 18% × 150% ÷ 360 = 2.92')
  })
  test('only parts too wide for a phone of 320 px may take two lines there', () => {
    show(<PlanTable rows={[row(1, '2026-12-27', second), row(2, '2027-01-27', { ...second, principal: 6_587_336, interest: 240_000 })]} />)
    expect(screen.getByText('778.30 / 138.50').className).not.toContain('long')
    expect(screen.getByText('65,873.36 / 2,400.00').className).toContain('long')
  })
  test('a due day of another year says the year, one of this year does not', () => {
    const thisYear = today().slice(0, 4)
    const nextYear = String(Number(thisYear) + 1)
    show(<PlanTable rows={[row(1, `${thisYear}-12-27`, first), row(2, `${nextYear}-01-27`, second)]} />)
    expect(screen.getByRole('button', { name: /12-27/ }).textContent).not.toContain(thisYear)
    expect(screen.getByRole('button', { name: /01-27/ }).textContent).toContain(nextYear)
  })
  test('a period opens into balance × rate × time and the rule that rounded it', () => {
    show(<PlanTable rows={rows} />)
    fireEvent.click(screen.getByRole('button', { name: /01-27/ }))
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain('138.50')
    expect(dialog.textContent).toContain('9,233.20')
    expect(dialog.textContent).toContain('18%')
    expect(dialog.textContent).toContain('8,454.90')
  })
})

describe('cards', () => {
  const cards = [
    { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
    { cardId: 2, bankCode: 'CCB', bankName: '建设银行', tail: '0017', isDefault: false },
  ]
  test('the chosen card is shown by bank and last four digits; another one can be chosen', () => {
    const change = vi.fn()
    show(<CardPicker name="card" cards={cards} value={1} onChange={change} onAdd={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: /工商银行 \(0009\)/ }))
    fireEvent.click(screen.getByRole('button', { name: /建设银行 \(0017\)/ }))
    expect(change).toHaveBeenCalledWith(2)
  })
  test('one that was refused is marked and comes last; a row without a choice says so and opens the list', () => {
    show(<CardPicker name="card" cards={cards} value={undefined} refusedId={1} onChange={() => undefined} onAdd={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: /选择银行卡/ }))
    const rows = within(screen.getByRole('dialog')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['建设银行 (0017)', '工商银行 (0009)上次放款失败'])
  })
  test('without a card it leads to adding one', () => {
    const add = vi.fn()
    show(<CardPicker name="card" cards={[]} value={undefined} onChange={() => undefined} onAdd={add} />)
    fireEvent.click(screen.getByRole('button'))
    expect(add).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
