import { addDays, civilDate } from '@fyh/base/dates.ts'
import { isFinal } from '@fyh/base/machine.ts'
import { applicationMachine } from '@fyh/contract/application.machine.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIdentityOpen, isProfileOpen, nextStep, type Progress, stepStates } from './steps.ts'

const today = civilDate('2026-11-27')
const fresh: Progress = {
  today,
  hasPhoto: false,
  identity: undefined,
  hasDraft: false,
  handIn: 0,
  application: undefined,
  limitValidUntil: undefined,
}
const identified: Progress = { ...fresh, hasPhoto: true, identity: { validTo: null, hasPassedFace: false } }
const faced: Progress = { ...identified, identity: { validTo: null, hasPassedFace: true } }
const handedIn: Progress = { ...faced, hasDraft: true, handIn: 1 }
const applied = (
  status: 'reviewing' | 'approved' | 'refused' | 'humanReview' | 'refusedFinally',
  applyAgainOn = addDays(today, 30),
): Progress => ({
  ...handedIn,
  application: { status, handIn: 1, applyAgainOn: status === 'approved' || status === 'reviewing' ? null : applyAgainOn },
})
const approved: Progress = { ...applied('approved'), limitValidUntil: addDays(today, 180) }

describe('the next step', () => {
  test.each<[string, Progress, string]>([
    ['nothing done', fresh, 'identity'],
    ['identity confirmed', identified, 'face'],
    ['face passed', faced, 'profile'],
    ['profile handed in', handedIn, 'confirm'],
    ['in review', applied('reviewing'), 'result'],
    ['refused and cooling down', applied('refused'), 'result'],
    ['a person looks at it', applied('humanReview', today), 'result'],
    ['refused for good and cooling down', applied('refusedFinally'), 'result'],
    ['refused, and the day has come', applied('refused', today), 'profile'],
    ['the same with the profile handed in again', { ...applied('refused', today), handIn: 2 }, 'confirm'],
    ['approved', approved, 'home'],
    ['the last day of the limit', { ...approved, limitValidUntil: today }, 'home'],
    ['the day after the limit', { ...approved, limitValidUntil: addDays(today, -1) }, 'profile'],
    ['the card is good on its last day', { ...handedIn, identity: { validTo: today, hasPassedFace: true } }, 'confirm'],
    ['the card has run out', { ...handedIn, identity: { validTo: addDays(today, -1), hasPassedFace: true } }, 'identity'],
  ])('%s', (_, progress, step) => {
    expect(nextStep(progress)).toBe(step)
  })
})

describe('the list of steps', () => {
  test('marks what is done, what is next and what was begun', () => {
    const states = (progress: Progress) => stepStates(progress).map(({ state }) => state)
    expect(states(fresh)).toEqual(['doing', 'none', 'none', 'none', 'none'])
    expect(states({ ...faced, hasDraft: true })).toEqual(['done', 'done', 'doing', 'none', 'none'])
    expect(states({ ...identified, hasDraft: true })).toEqual(['done', 'doing', 'doing', 'none', 'none'])
    expect(states(handedIn)).toEqual(['done', 'done', 'done', 'doing', 'none'])
    expect(states(applied('reviewing'))).toEqual(['done', 'done', 'done', 'done', 'doing'])
    expect(states(approved)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(states({ ...handedIn, identity: { validTo: addDays(today, -1), hasPassedFace: true } })[0]).toBe('expired')
  })

  test('holds the next step exactly once, as the one to do', () => {
    const anyProgress = fc.record({
      today: fc.constant(today),
      hasPhoto: fc.boolean(),
      identity: fc.option(fc.record({ validTo: fc.constantFrom(null, addDays(today, -1), today), hasPassedFace: fc.boolean() }), {
        nil: undefined,
      }),
      hasDraft: fc.boolean(),
      handIn: fc.constantFrom(0, 1, 2),
      application: fc.option(
        fc.record({
          status: fc.constantFrom(...applicationMachine.states),
          handIn: fc.constantFrom(1, 2),
          applyAgainOn: fc.constantFrom(null, addDays(today, -1), today, addDays(today, 1)),
        }),
        { nil: undefined },
      ),
      limitValidUntil: fc.constantFrom(undefined, addDays(today, -1), today),
    })
    fc.assert(
      fc.property(anyProgress, (progress) => {
        const next = nextStep(progress)
        const states = stepStates(progress)
        if (next !== 'home') expect(['doing', 'expired']).toContain(states.find(({ step }) => step === next)?.state)
        if (next === 'home' || next === 'result') expect(isIdentityOpen(progress)).toBe(false)
        if (next === 'profile' || next === 'confirm') expect(isProfileOpen(progress)).toBe(true)
      }),
    )
  })
})

test('the application machine ends in approved or refusedFinally', () => {
  expect(applicationMachine.states.filter((state) => isFinal(applicationMachine, state))).toEqual(['approved', 'refusedFinally'])
})
