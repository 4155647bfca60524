import { brandNames, constants, options } from '@fyh/contract/options.ts'
import { expect, test } from 'vitest'
import { option as en } from './en-us/option.ts'
import { option as zh } from './zh-cn/option.ts'
import { shell } from './zh-cn/shell.ts'

/** As the specification hands them over: the value, and what it means. */
const lists = {
  loanUse: 'Electronics, Home appliances, Renting, Travel, Medical beauty, Entertainment, Education, Other living',
  contactRelationOne: 'Spouse, Parent, Child',
  contactRelationTwo: 'Spouse, Parent, Child, Sibling, Relative, Friend, Colleague',
  education: 'Junior high or below, High school, Technical secondary, Junior college, Bachelor, Master, Doctor',
  marital: 'Unmarried, Married, Divorced',
  occupation: 'Public institution, Company employee, Private business owner, Freelancer, Student, Other',
  trade:
    'Agriculture; forestry; fishing, Mining, Manufacturing, Utilities, Construction, Transport and postal, Information technology, Wholesale and retail, Lodging and catering, Finance, Real estate, Leasing and business services, Research, Water and environment, Resident services, Education, Health and social work, Culture and sports, Public administration, International organisations, Other',
} as const
const twoDigits = ['loanUse', 'contactRelationOne', 'contactRelationTwo', 'education']

test.each(Object.entries(lists))('R3.11 %s: the values of the specification, in its order, each with its meaning', (list, meanings) => {
  const expected = meanings.split(', ').map((meaning, place) => {
    const number = String(place + 1)
    return [twoDigits.includes(list) ? number.padStart(2, '0') : number, meaning.split('; ').join(', ')]
  })
  const [values] = Object.entries(options).flatMap(([name, of]) => (name === list ? [of] : []))
  const [words] = Object.entries(en).flatMap(([name, of]) => (name === list ? [new Map<unknown, string>(Object.entries(of))] : []))
  expect(values?.map((value) => [value, words?.get(value)])).toEqual(expected)
})

test('R3.11 the period is 12, 9, 6 or 3 months and reads 12期; R3.5 twelve months and electronics are where one starts', () => {
  expect(options.period.map((value) => [value, zh.period[value]])).toEqual([
    [12, '12期'],
    [9, '9期'],
    [6, '6期'],
    [3, '3期'],
  ])
  expect([constants.periodDefault, constants.useDefault]).toEqual([12, '01'])
})

test('R1.2 a text message is sent by the name that the brand has on the screen', () => {
  expect(shell.brand).toEqual(brandNames)
})

test('R9.1 R9.2 R7.1 the constants of the specification', () => {
  expect(constants).toMatchObject({
    apiPrefix: '/api',
    timeoutMs: 60_000,
    expiryToastMs: 1_500,
    expiryRedirectMs: 1_500,
    channelCodeDefault: 'fyh',
    channelCodeMini: 'FYH-mini',
    appVersion: '1.0.0',
    traceVersion: '1.0.0',
    traceType: 'h5_fyh',
    phoneType: 'H5',
  })
})
