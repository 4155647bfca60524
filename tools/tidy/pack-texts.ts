import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { placeholderNames } from '@fyh/base/placeholders.ts'
import { errors, type Language } from '@fyh/contract/errors.ts'
import { fieldNames } from '@fyh/contract/field-names.ts'
import { fieldReasons } from '@fyh/serve/field-errors.ts'

export const languages = ['zh-cn', 'en-us'] as const satisfies readonly Language[]

/** A text that users read, under the path of its key: 'home.limit.title', 'errors.NOT_FOUND'. */
export type UserText = { readonly language: Language; readonly path: string; readonly text: string }

type Table = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** Returns every text of the packs, refusals, field errors and further tables, in both languages. */
export async function userTexts(root: string, tables: Readonly<Record<string, Table>>): Promise<UserText[]> {
  const packs = await Promise.all(languages.map((language) => packTexts(root, language)))
  const byLanguage = Object.entries<Table>({ errors, fieldNames, fieldReasons, ...tables }).flatMap(([table, rows]) =>
    Object.entries(rows).flatMap(([name, texts]) =>
      languages.map((language) => ({ language, path: `${table}.${name}`, text: texts[language] })),
    ),
  )
  return [...packs.flat(), ...byLanguage]
}

async function packTexts(root: string, language: Language): Promise<UserText[]> {
  const folder = join(root, 'apps/web/src/locales', language)
  const modules = await Promise.all(
    globSync('*.ts', { cwd: folder })
      .toSorted()
      .map((file): Promise<Readonly<Record<string, unknown>>> => import(pathToFileURL(join(folder, file)).href)),
  )
  return modules.flatMap((pack) => leaves(pack, '')).map(([path, text]) => ({ language, path, text }))
}

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
}

type BannedTerm = { readonly what: RegExp; readonly instead: string; readonly except?: RegExp }

/** Terms that are not used in texts, each with the one that is. `except` names paths where the word stands all the same. */
export const bannedTerms: Readonly<Record<Language, readonly BannedTerm[]>> = {
  'zh-cn': [
    { what: /打款|打入/, instead: '放款 or 到账' },
    { what: /储蓄卡/, instead: '借记卡' },
    { what: /提前还清|全部还清(?!，额度)/, instead: '提前结清 or 全部结清', except: /^repay\.plan\.settled$|^loan\.meaning\.5$/ },
    { what: /到期共还/, instead: '到期应还总额' },
    { what: /全部借出/, instead: '借出全部额度' },
    { what: /已留存/, instead: '多还款项（溢缴款）' },
    { what: /迟迟/, instead: '超时' },
    { what: /按整期收取利息/, instead: '本期利息仍按整期计算' },
    { what: /采集后端/, instead: '埋点后端' },
    { what: /以消息通知/, instead: '通过消息通知您' },
    {
      what: /人工|工作人员将|征信|信用报告/,
      instead: 'what the product does: nobody reviews, queries or reports',
      // It says that nothing is reported.
      except: /^borrower\.warning\.credit$/,
    },
    { what: /最长 ?\d+ ?天|24 小时内/, instead: 'a time that a setting states' },
    { what: /秒批|低息|无门槛|必过|包下款/, instead: 'a text without inducement' },
    {
      what: /没有找到/,
      instead: '不存在 or 未识别到',
      except: /^(card\.banks\.none|loan\.notFound|borrow\.success\.notFound|repay\.(detail|result)\.notFound)$/,
    },
    { what: /["']|\.\.\./, instead: '“” and …' },
  ],
  'en-us': [
    { what: /\byuan\b/i, instead: '¥ before the amount' },
    { what: /\be-mail/i, instead: 'email' },
    { what: /'/, instead: '’' },
    { what: /\b(can ?not|(is|are|was|were|do|does|did|has|have|will|would|could|should) not)\b/i, instead: 'a contraction' },
    { what: /\b(I have read|(we|you) will|(that|there) is)\b/i, instead: 'a contraction' },
    { what: /\bpenalt|\blate charge/i, instead: 'late fee' },
    { what: /\bpay-out|\bdisburse/i, instead: 'payout' },
    { what: /\b(bind|binds|bound|binding)\b/i, instead: 'add a card' },
    { what: /\banew\b|\bat present\b/i, instead: 'again, right now' },
    { what: /\bmessenger\b/i, instead: 'WeChat' },
    { what: /\bGood on\b|\bA year$|\bAbout a month\b/, instead: 'Valid on … only, APR, Approx. per month' },
    {
      what: /\bbeside what\b|\bcame about\b|\bpaid too much are\b/i,
      instead: 'There are no other charges, How this adds up, You overpaid',
    },
    {
      what: /\bhuman review\b|\bcredit (report|register|bureau)/i,
      instead: 'what the product does: nobody reviews, queries or reports',
      except: /^borrower\.warning\.credit$/,
    },
    { what: /\bat most \d+ days\b/i, instead: 'a time that a setting states' },
    {
      what: /\b(colour|licence|instalment|favour|cancelled|dialled|grey|authoris|organis|customis|recognis|apologis|realis|finalis|minimis)/i,
      instead: 'the American spelling',
      // The word of the specification.
      except: /^option\.trade\.20$/,
    },
  ],
}

export function termFaults(texts: readonly UserText[]): string[] {
  return texts.flatMap(({ language, path, text }) => {
    const plain = text.replace(/\{\{\w+\}\}/g, '{{}}')
    return bannedTerms[language].flatMap(({ what, instead, except }) => {
      const found = except?.test(path) ? undefined : what.exec(plain)?.[0]
      return found === undefined ? [] : [`${language} ${path}: ${found} (use ${instead})`]
    })
  })
}

const camelCase = /^[a-z][A-Za-z\d]*(_(one|other))?$/

/** Names of keys are in camel case; values of option lists and codes of refusals stand as they are sent. */
export function keyFaults(texts: readonly UserText[]): string[] {
  const isKey = (part: string) => camelCase.test(part) || /^\d+$/.test(part) || part in errors
  return texts.flatMap(({ language, path }) =>
    path.split('.').flatMap((part) => (isKey(part) ? [] : [`${language} ${path}: ${part} is no key`])),
  )
}

/** Placeholders are `{{name}}` in camel case and nothing else, the same in every language; a date may leave its year out. */
export function placeholderFaults(texts: readonly UserText[]): string[] {
  const namesOf = (text: string) =>
    [...new Set(placeholderNames(text).map((name) => (/^(year|month|day)$/.test(name) ? 'date' : name)))].join(', ')
  const chinese = new Map(texts.filter(({ language }) => language === 'zh-cn').map(({ path, text }) => [path, namesOf(text)]))
  return texts.flatMap(({ language, path, text }) => {
    const odd = /[{}]|%[sd]\b|\$\{/.exec(text.replace(/\{\{[a-z][A-Za-z\d]*\}\}/g, ''))?.[0]
    const isOther = chinese.get(path) !== namesOf(text)
    return [
      ...(odd === undefined ? [] : [`${language} ${path}: ${odd} is not {{name}}`]),
      ...(isOther
        ? [`${language} ${path}: filled from ${namesOf(text) || 'nothing'}, in Chinese from ${chinese.get(path) ?? 'no such key'}`]
        : []),
    ]
  })
}

/** A field that is checked in the page before it is sent is refused in the same words on both sides. */
export function refusalFaults(texts: readonly UserText[]): string[] {
  const refusals = new Map(Object.entries<Readonly<Record<Language, string>>>(errors))
  return texts.flatMap(({ language, path, text }) => {
    const refusal = path.startsWith('errors.') ? undefined : refusals.get(path.split('.').at(-1) ?? '')
    return refusal === undefined || refusal[language] === text ? [] : [`${language} ${path}: the server says ${refusal[language]}`]
  })
}
