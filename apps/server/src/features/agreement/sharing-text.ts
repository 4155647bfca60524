import { today } from '@fyh/base/dates.ts'
import { fillPlaceholders } from '@fyh/base/placeholders.ts'
import { neverShared, type SharedItem, type sharingPurposes } from '@fyh/contract/capital-shapes.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { Deps } from '#platform/deps.ts'
import { type AgreementText, canonicalForm, type Paragraph, sha256Of } from './canonical.ts'
import { currentText } from './current-texts.ts'

type Purpose = (typeof sharingPurposes)[number]
/** Who gets which data, and why. */
export type Sharing = {
  readonly lender: string
  readonly lenderLicence: string
  readonly shares: readonly { readonly items: readonly SharedItem[]; readonly purpose: Purpose }[]
}

/** Words of the signed text, so they change only together with a new edition of it. */
const itemNames = {
  'zh-cn': {
    name: '姓名',
    idNumber: '身份证号码',
    mobile: '手机号码',
    occupation: '职业',
    income: '收入区间',
    employer: '工作单位',
    address: '居住地址',
    cardNumber: '收款银行卡号',
    limit: '在本平台的额度',
    form: '您在申请表中填写的内容',
  },
  'en-us': {
    name: 'name',
    idNumber: 'ID number',
    mobile: 'phone number',
    occupation: 'occupation',
    income: 'income range',
    employer: 'employer',
    address: 'home address',
    cardNumber: 'number of the receiving card',
    limit: 'your limit on this platform',
    form: 'what you enter in the application form',
  },
} as const satisfies Record<Language, Record<SharedItem, string>>
const purposeNames = {
  'zh-cn': { identity: '核实身份', creditDecision: '授信审批', contact: '联系您', payOut: '放款', terms: '确定借款条件' },
  'en-us': {
    identity: 'to verify your identity',
    creditDecision: 'to decide on the loan',
    contact: 'to contact you',
    payOut: 'to pay the loan out',
    terms: 'to set the terms of the loan',
  },
} as const satisfies Record<Language, Record<Purpose, string>>
const neverNames = {
  'zh-cn': { facePictures: '人脸影像', idPictures: '证件照片', location: '位置', contacts: '联系人' },
  'en-us': { facePictures: 'face pictures', idPictures: 'ID photos', location: 'location', contacts: 'contacts' },
} as const satisfies Record<Language, Record<(typeof neverShared)[number], string>>

/** The consent to share data with one partner, filled with its name and the data. The same input always gives the same words. */
export function sharingText(
  { clock }: Pick<Deps, 'clock'>,
  language: Language,
  sharing: Sharing,
): AgreementText & { readonly sha256: string } {
  const { inForceFrom: _, ...text } = currentText('partnerSharing', language, today(clock))
  const filled = { ...text, paragraphs: text.paragraphs.flatMap((paragraph) => filledParagraphs(paragraph, language, sharing)) }
  return { ...filled, sha256: sha256Of(canonicalForm(filled)) }
}

function filledParagraphs({ kind, text }: Paragraph, language: Language, { lender, lenderLicence, shares }: Sharing): Paragraph[] {
  const list = (names: readonly string[]) => names.join(language === 'zh-cn' ? '、' : ', ')
  const items: Readonly<Record<SharedItem, string>> = itemNames[language]
  if (text === '{{shares}}')
    return shares.map((one) => ({
      kind: 'row',
      text: `${list(one.items.map((item) => items[item]))}${language === 'zh-cn' ? '：' : ': '}${purposeNames[language][one.purpose]}`,
    }))
  const never = list(neverShared.map((what) => neverNames[language][what]))
  return [{ kind, text: fillPlaceholders(text, { lender, lenderLicence, neverShared: never }) }]
}
