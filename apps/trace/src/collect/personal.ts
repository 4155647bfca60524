import { checkDigitOf, luhnHolds, parseIdNumber } from '@fyh/base/chinese-data.ts'

export type PersonalKind = 'token' | 'idNumber' | 'bankCard' | 'mobile' | 'phone' | 'email' | 'passport' | 'location' | 'named'
/** Told what was taken out of which field. */
export type Refuse = (kind: PersonalKind, field: string) => void

type Pattern = {
  readonly kind: PersonalKind
  readonly form: RegExp
  readonly holds?: (found: string) => boolean
}

/** What people and programs put between the groups of a number. */
const gap = '[\\s()\\u200B-\\u200F\\u2060\\uFEFF-]{0,2}'
/** At the beginning of digits that are no fraction. */
const begin = '(?<!\\d)(?<!\\d\\.)'

/**
 * What is known to be somebody's, in the order of looking. Ids of ours (15 digits, later 16 that begin with 1 or 2), moments in any unit and
 * sums of money are none of these.
 */
const patterns: readonly Pattern[] = [
  // The form of a session token, with a digit and a letter of each case in it: 43 of one kind are a rule of dashes or a filler.
  {
    kind: 'token',
    form: /(?<![A-Za-z\d])[A-Za-z\d]{43}(?![A-Za-z\d])/g,
    holds: (found) => /\d/.test(found) && /[a-z]/.test(found) && /[A-Z]/.test(found),
  },
  { kind: 'token', form: /(?<=(?:token|bearer|authorization)["'\s:=]{1,4})(?=[\w.+/-]*\d)[\w.+/-]{16,}={0,2}/gi },
  { kind: 'idNumber', form: new RegExp(`(?<!\\d)\\d{6}${gap}\\d{4}${gap}\\d{4}${gap}\\d{3}[\\dXx]?(?!\\d)`, 'g'), holds: isIdNumber },
  { kind: 'idNumber', form: new RegExp(`${begin}\\d{15}(?!\\d)`, 'g'), holds: isFormerIdNumber },
  { kind: 'bankCard', form: new RegExp(`${begin}[3-9]\\d{3}(?:${gap}\\d{4}){3}(?:${gap}\\d{1,3})?(?!\\d)`, 'g'), holds: isCard },
  { kind: 'mobile', form: new RegExp(`${begin}(?:(?:\\+|00)?86${gap})?1[3-9]\\d${gap}\\d{4}${gap}\\d{4}(?!\\d|\\.\\d)`, 'g') },
  { kind: 'phone', form: /(?<![\d-])0[1-9]\d{1,2}-[2-9]\d{6,7}(?![\d-])/g },
  // Begins once a run of letters, so that a text made to be slow is not.
  { kind: 'email', form: /(?<![\w.+-])[\w.+-]+(?:@|%40)(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24}/g },
  { kind: 'passport', form: /(?<![A-Za-z\d])(?:[EG]\d{8}|E[A-HJ-NP-Z]\d{7}|[HM]\d{8}(?:\d{2})?)(?![A-Za-z\d])/g },
  { kind: 'location', form: new RegExp(`${begin}-?\\d{1,3}\\.\\d{4,}, ?-?\\d{1,3}\\.\\d{4,}(?![\\d.])`, 'g') },
]

/** Nine digits in base64: three of them are four characters of these kinds. */
const encodedDigits = '(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){3}'
const encoded = new RegExp(`(?<![A-Za-z\\d+/_-])[A-Za-z\\d+/_-]*?(${encodedDigits}[A-Za-z\\d+/_-]*={0,2})`, 'g')

/** Without any of these nothing above can be found; most texts end here. */
const hint =
  /[A-Za-z\d]{43}|(?:oken|earer|uthorization)|(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){3}|\d{7}|\d{3}[\s()\u200B-\u200F\u2060\uFEFF-]{1,2}\d|@|%40|\.\d{4}|[\uFF10-\uFF19\uFF20]/
/** Not even these, nor what names a value. */
const trace = /[\d@=:\uFF10-\uFF20]/
const shortest = 7

/** The text with each such value replaced by the name of its kind in brackets; `refuse` is told each kind, and the field as it was given. */
export function withoutPersonal(text: string, field: string, refuse: Refuse): string {
  return text.length < shortest || !trace.test(text) ? text : withoutAny(text, field, refuse)
}

/** Apart, so that what it hands on is made for those texts alone that need it. */
function withoutAny(text: string, field: string, refuse: Refuse): string {
  const found = (kind: PersonalKind) => refuse(kind, field)
  const unnamed = withoutNamed(text, found)
  if (!hint.test(unnamed)) return unnamed
  const plain = inPlainDigits(unnamed)
  return patterns.reduce((left, pattern) => without(left, pattern, found), withoutEncoded(plain, found))
}

/** Base64 whose bytes, from the first digits on, hold what the patterns find. Its beginning is what cannot be aligned, and goes too. */
function withoutEncoded(text: string, found: (kind: PersonalKind) => void): string {
  return text.replace(encoded, (whole, from: string) => {
    const digits = Buffer.from(from, 'base64').toString('latin1')
    const kinds: PersonalKind[] = []
    for (const pattern of patterns) without(digits, pattern, (kind) => kinds.push(kind))
    const [kind] = kinds
    if (kind === undefined) return whole
    found(kind)
    return markOf(kind)
  })
}

function without(text: string, { kind, form, holds }: Pattern, found: (kind: PersonalKind) => void): string {
  return text.replace(form, (value) => {
    if (holds?.(value) === false) return value
    found(kind)
    return markOf(kind)
  })
}

/** Whether a key says that its value is somebody's, whatever it looks like. */
export function isPersonalKey(key: string): boolean {
  return personalKeys.has(key.toLowerCase().replace(/[^a-z]/g, ''))
}

export function markOf(kind: PersonalKind): string {
  return `[${kind}]`
}

const personalKeys = new Set(
  'name realname username fullname customername contactname birthday birthdate idnumber idno idcard idcardno idcardnumber cardnumber cardno bankcard bankcardno mobile mobileno phone phoneno phonenumber tel telephone email address password pwd smscode authcode token usertoken xusertoken authorization openid gps latitude longitude lat lng lon contact contacts contactperson emergencycontact linkman nickname surname firstname lastname familyname givenname applicant cardholder accountname payee payer receiver recipient consignee spouse employer company companyname workplace addr homeaddress liveaddress companyaddress detailaddress residence street wechat weixin qq unionid accesstoken refreshtoken sessiontoken session secret cookie ticket'.split(
    ' ',
  ),
)
const keysOr = [...personalKeys].join('|')
const namedInJson = new RegExp(`("(?:${keysOr})\\\\*"\\s*:\\s*\\\\*")((?:[^"\\\\]|\\\\[^"])+)`, 'gi')
const numberNamedInJson = new RegExp(`("(?:${keysOr})\\\\*"\\s*:\\s*)(-?\\d[\\d.]*)`, 'gi')
const namedInQuery = new RegExp(`((?<![A-Za-z])(?:${keysOr})=)([^&#\\s"'\\[]+)`, 'gi')

/** In words, where a key is often no key: only what names nothing but a person or a secret. */
const namedInWords =
  /((?<![A-Za-z])(?:contacts?|real ?name|full ?name|address|password|token|联系人|姓名|地址|住址|单位|密码)\s?[:：]\s*)([^\s,，;；。|"'{}[\]]{2,60})/gi

/** Values named in a JSON text, in words or a query. A value with stars is a mask already. */
function withoutNamed(text: string, found: (kind: PersonalKind) => void): string {
  const replace = (whole: string, key: string, value: string) => {
    if (value.includes('**')) return whole
    found('named')
    return `${key}${markOf('named')}`
  }
  const unquoted =
    text.includes('":') || text.includes('\\":') ? text.replace(namedInJson, replace).replace(numberNamedInJson, replace) : text
  const worded = /[:：]/.test(unquoted) ? unquoted.replace(namedInWords, replace) : unquoted
  return worded.includes('=') ? worded.replace(namedInQuery, replace) : worded
}

/** A resident identity number, also one whose check digit or day is wrong or whose check digit is left out: GB 11643. */
function isIdNumber(value: string): boolean {
  const digits = value.replace(/[^\dXx]/g, '').toUpperCase()
  const parsed = parseIdNumber(digits.length === 17 ? digits + checkDigitOf(digits) : digits)
  return /^.{6}(19|20)/.test(digits) && !('error' in parsed && parsed.error === 'ID_NUMBER_FORMAT')
}

/**
 * In one piece any is taken for one: a wrong digit hides nobody, and some issuers' cards have no check digit. In groups it may be four numbers: there
 * the check digit holds, or it begins as debit cards do.
 */
function isCard(value: string): boolean {
  const digits = value.replace(/\D/g, '')
  return digits === value || digits.startsWith('62') || luhnHolds(digits)
}

/** The form of before 1999, 15 digits. Our ids have as many digits, but begin above every province's number. */
function isFormerIdNumber(value: string): boolean {
  const digits = `${value.slice(0, 6)}19${value.slice(6)}`
  return value < '7' && !('error' in parseIdNumber(digits + checkDigitOf(digits)))
}

const wide = /[\uFF0B\uFF0D\uFF0E\uFF10-\uFF19\uFF20\uFF38\uFF58]/g

/** Full-width digits and what stands between them, one for one. */
function inPlainDigits(text: string): string {
  return text.replace(wide, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
}
