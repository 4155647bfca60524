/** One measurement beside what it is measured against, in the same run on the same machine. */
export type Figure = {
  name: string
  value: number
  unit: string
  reference?: { name: string; value: number }
  /** What the value, or its ratio to the reference, must keep to; without it the figure is for information. */
  target?: { of: 'value' | 'ratio'; atMost?: number; atLeast?: number }
  note?: string
}

export type Verdict = 'PASS' | 'FAIL' | 'info'

export function verdictOf({ value, reference, target }: Figure): Verdict {
  if (target === undefined) return 'info'
  const judged = target.of === 'value' ? value : value / (reference?.value ?? Number.NaN)
  return judged <= (target.atMost ?? Number.POSITIVE_INFINITY) && judged >= (target.atLeast ?? Number.NEGATIVE_INFINITY) ? 'PASS' : 'FAIL'
}

export function lineOf(figure: Figure): string {
  const { name, value, unit, reference, target, note } = figure
  const parts = [
    verdictOf(figure).padEnd(4),
    name.padEnd(44),
    `${shown(value)} ${unit}`.padStart(14),
    reference ? `${reference.name}: ${shown(reference.value)} ${unit} (ratio ${shown(value / reference.value)})` : '',
    target ? targetText(target, unit) : '',
    note ?? '',
  ]
  return parts.filter((part) => part !== '').join('  ')
}

function targetText({ of, atMost, atLeast }: NonNullable<Figure['target']>, unit: string): string {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  return of === 'ratio' ? `target: ratio ${bound}` : `target: ${bound} ${unit}`
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

function shown(value: number): string {
  return Math.abs(value) >= 100 ? whole.format(value) : fine.format(value)
}
