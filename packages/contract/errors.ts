import { fillPlaceholders, type PlaceholderValues } from '@fyh/base/placeholders.ts'

/**
 * Every refusal, once: its text in the user's language. `{{name}}` is filled from the detail that is sent along.
 * A text says what is wrong and what to do next.
 */
export const errors = {
  INPUT_INVALID: { zh: '请检查{{field}}：{{reason}}', en: 'Please check {{field}}: {{reason}}' },
  LOGIN_EXPIRED: { zh: '登录已过期，请重新登录', en: 'Your login has expired, please log in again' },
  NOT_FOUND: { zh: '没有找到该内容', en: 'Not found' },
  BUSY: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests, please try again shortly' },
  INTERNAL: { zh: '系统繁忙，请稍后再试', en: 'Something went wrong on our side, please try again later' },
  IDEMPOTENCY_KEY_MISSING: {
    zh: '请求缺少防重标识，请刷新页面后重试',
    en: 'The request lacks its idempotency key, please reload and try again',
  },
  IDEMPOTENCY_KEY_REUSED: {
    zh: '该操作已提交过不同内容，请刷新页面后重试',
    en: 'This key was used for a different request, please reload and try again',
  },
  SIGNATURE_INVALID: { zh: '签名无效', en: 'The signature is not valid' },
  CLOCK_ONLY_FORWARD: { zh: '业务日期只能向后调整', en: 'The business date only moves forward' },
  VENDOR_UNAVAILABLE: {
    zh: '服务暂时没有响应，您填写的内容已保留，请稍后重试',
    en: 'The service did not answer; what you entered is kept, please try again shortly',
  },

  MOBILE_INVALID: { zh: '手机号格式不正确，请输入 11 位手机号', en: 'The phone number is not valid, please enter 11 digits' },
  MOBILE_BLOCKED: { zh: '该手机号暂时无法使用，请联系客服', en: 'This phone number cannot be used at present, please contact us' },
  SMS_TOO_SOON: {
    zh: '验证码发送过于频繁，请 {{waitSeconds}} 秒后再试',
    en: 'A code was just sent, please try again in {{waitSeconds}} s',
  },
  SMS_DAILY_LIMIT: { zh: '今日验证码发送次数已达上限，请明天再试', en: 'Today’s limit of codes is reached, please try again tomorrow' },
  SMS_ADDRESS_LIMIT: {
    zh: '当前网络发送验证码次数过多，请明天再试',
    en: 'Too many codes were sent from this network, please try again tomorrow',
  },
  SMS_NOT_SENT: { zh: '短信发送失败，请稍后重试', en: 'The text message could not be sent, please try again shortly' },
  SMS_CODE_WRONG: {
    zh: '验证码不正确，还可尝试 {{left}} 次；如收到多条短信，请使用最新的一条',
    en: 'The code is not right, {{left}} tries left; if you got several, use the latest',
  },
  SMS_TRIES_LIMIT: {
    zh: '今日验证码错误次数过多，请明天再试',
    en: 'Too many wrong codes today, please try again tomorrow',
  },
  SMS_CODE_EXPIRED: { zh: '验证码已失效，请重新获取', en: 'The code is no longer valid, please get a new one' },
  AGREEMENT_REQUIRED: { zh: '请先阅读并同意《{{title}}》', en: 'Please read and agree to “{{title}}” first' },
  AGREEMENT_OUTDATED: { zh: '《{{title}}》已更新，请重新阅读并同意', en: '“{{title}}” has a new version, please read and agree to it' },
  AGREEMENT_NOT_FOUND: { zh: '没有找到该协议', en: 'This agreement was not found' },

  APPLY_STEP_NOT_OPEN: { zh: '请先完成前面的步骤', en: 'Please complete the earlier steps first' },
  APPLY_COOLING_DOWN: { zh: '您可从 {{date}} 起再次申请', en: 'You can apply again from {{date}}' },
  HUMAN_REVIEW_NOT_OPEN: { zh: '当前申请不能再次申请人工复核', en: 'A review by a person is not open for this application' },
  IMAGE_NOT_SUPPORTED: { zh: '请上传 JPG、PNG 或 WebP 格式的照片', en: 'Please upload a JPG, PNG or WebP photo' },
  IMAGE_TOO_LARGE: { zh: '照片超过 3 MB，请重新拍摄', en: 'The photo is larger than 3 MB, please take it again' },
  IMAGE_BLANK: {
    zh: '照片只有一种颜色（全黑或全白），没有拍到内容，请重新拍摄',
    en: 'The photo is one color all over (all black or all white), please take it again',
  },
  ID_CARD_UNREADABLE: {
    zh: '照片不清晰，请避免反光、对准边框后重拍',
    en: 'The photo could not be read, please avoid glare and fill the frame',
  },
  ID_CARD_WRONG_SIDE: { zh: '拍摄的证件面不对，请拍摄{{side}}', en: 'This is the other side of the card, please take the {{side}}' },
  ID_CARD_DAILY_LIMIT: {
    zh: '今日证件识别次数已用完，请明天再试',
    en: 'Today’s readings of ID cards are used up, please try again tomorrow',
  },
  ID_PHOTO_MISSING: { zh: '请先上传身份证人像面和国徽面', en: 'Please upload both sides of the ID card first' },
  NAME_INVALID: { zh: '姓名格式不正确，请按身份证填写', en: 'The name is not valid, please enter it as on the ID card' },
  ID_NUMBER_15_DIGITS: {
    zh: '请输入 18 位身份证号，15 位旧号码已停用',
    en: 'Please use the 18-digit number, 15-digit numbers are no longer valid',
  },
  ID_NUMBER_FORMAT: { zh: '身份证号应为 18 位，末位可为 X', en: 'The ID number has 18 characters, the last may be X' },
  ID_NUMBER_DATE: { zh: '身份证号中的出生日期不正确', en: 'The date of birth in the ID number is not a date' },
  ID_NUMBER_CHECK_DIGIT: { zh: '身份证号有误，请核对后重新输入', en: 'The ID number has a mistake, please check it digit by digit' },
  ID_NUMBER_TAKEN: {
    zh: '该身份信息已在其他手机号下认证，请使用原手机号登录或联系客服',
    en: 'This identity is already verified under another phone, log in with that one or contact us',
  },
  ID_NUMBER_DIFFERS: {
    zh: '身份证号与您已认证的不一致，请核对后重新输入',
    en: 'The ID number differs from the one you verified, please check it',
  },
  ID_CONFIRM_DAILY_LIMIT: {
    zh: '今日身份信息确认次数已用完，请明天再试',
    en: 'You’ve confirmed your identity too many times today, please try again tomorrow',
  },
  ID_CARD_EXPIRED: { zh: '身份证已过有效期，请换领新证后再申请', en: 'The ID card has expired, please renew it and apply then' },
  UNDER_AGE: { zh: '未满 18 周岁不能申请', en: 'Applicants must be 18 or older' },
  FACE_NOT_MATCHED: {
    zh: '人脸与证件照片不一致，请在光线充足处正对镜头重试，今日还可尝试 {{left}} 次',
    en: 'The face does not match the ID photo; face the camera in good light, {{left}} tries left today',
  },
  FACE_DAILY_LIMIT: { zh: '今日人脸核验次数已用完，请明天再试', en: 'Today’s face checks are used up, please try again tomorrow' },
  AREA_UNKNOWN: { zh: '请重新选择所在地区', en: 'Please choose your area again' },
  EMPLOYER_MISSING: { zh: '请填写工作单位', en: 'Please enter your employer' },
  CONTACT_NAME_INVALID: { zh: '{{contact}}的姓名不正确', en: 'The name of {{contact}} is not valid' },
  CONTACT_MOBILE_INVALID: { zh: '{{contact}}的手机号不正确', en: 'The phone number of {{contact}} is not valid' },
  CONTACT_IS_SELF: { zh: '{{contact}}不能是您本人', en: 'You cannot be {{contact}}' },
  CONTACTS_SAME: { zh: '两位联系人不能相同', en: 'The two contacts must be different people' },

  IDENTITY_REQUIRED: { zh: '请先完成实名认证', en: 'Please verify your identity first' },
  CARD_NUMBER_INVALID: { zh: '请输入 16 至 19 位银行卡号', en: 'Please enter a card number of 16 to 19 digits' },
  CARD_CREDIT_NOT_SUPPORTED: { zh: '不支持信用卡，请使用借记卡', en: 'Credit cards are not supported, please use a debit card' },
  BANK_NOT_SUPPORTED: { zh: '暂不支持该银行，请查看支持的银行列表', en: 'This bank is not supported, please see the list of banks' },
  CARD_ALREADY_BOUND: { zh: '该银行卡已绑定', en: 'This card is bound already' },
  CARD_REFUSED: {
    zh: '银行未通过验证，请核对卡号和预留手机号',
    en: 'The bank did not confirm it, please check the card number and the phone reserved with it',
  },
  CARD_NOT_FOUND: { zh: '没有找到该银行卡', en: 'This card was not found' },
  BIND_NOT_FOUND: { zh: '绑卡已失效，请重新获取验证码', en: 'This binding is no longer open, please get a new code' },

  APPLICATION_IN_REVIEW: {
    zh: '您的申请正在审核，结果会以消息通知',
    en: 'Your application is being reviewed. We’ll message you with the result',
  },
  LIMIT_MISSING: { zh: '您还没有可用额度，请先申请额度', en: 'You have no limit yet, please apply first' },
  LIMIT_EXPIRED: { zh: '额度已过期，请重新评估', en: 'Your limit has expired, please have it assessed again' },
  LIMIT_NOT_ENOUGH: {
    zh: '可用额度不足，当前最多可借 {{available}} 元',
    en: 'The available limit is not enough, at most {{available}} yuan now',
  },
  LOAN_OVERDUE: { zh: '您有逾期未还的借款，还清后可继续借款', en: 'A loan of yours is overdue; you can borrow again once it is paid' },
  LOAN_WRITTEN_OFF: {
    zh: '您有一笔借款未还清并已核销，暂不能再次借款；如有疑问请联系客服',
    en: 'A loan of yours was written off before it was repaid, so nothing more can be lent; please contact us if you have questions',
  },
  AMOUNT_TOO_SMALL: { zh: '最少 {{min}} 元', en: 'At least {{min}} yuan' },
  AMOUNT_TOO_LARGE: { zh: '最多 {{max}} 元', en: 'At most {{max}} yuan' },
  AMOUNT_STEP: { zh: '金额须为 {{step}} 元的整数倍', en: 'The amount must be a multiple of {{step}} yuan' },
  QUOTE_DAILY_LIMIT: { zh: '今日试算次数已用完，请明天再试', en: 'You’ve asked for too many quotes today, please try again tomorrow' },
  QUOTE_NOT_FOUND: { zh: '没有找到该试算，请重新选择金额', en: 'This quote was not found, please choose the amount again' },
  QUOTE_EXPIRED: { zh: '试算已过期，请重新确认金额与费用', en: 'This quote has expired, please confirm amount and cost again' },
  QUOTE_OUTDATED: { zh: '金额或期限已修改，请确认最新的费用', en: 'Amount or term was changed, please confirm the latest cost' },
  QUOTE_USED: { zh: '该借款已提交，请在借款记录中查看', en: 'This loan was submitted already, see your loan records' },
  QUOTE_NOT_SIGNED: { zh: '请先阅读并签署费用清单与合同', en: 'Please read and sign the cost sheet and the contract first' },
  COST_SHEET_NOT_READ: {
    zh: '请先阅读综合融资成本，还需 {{waitSeconds}} 秒',
    en: 'Please read the cost sheet first, {{waitSeconds}} s more',
  },
  LOAN_NOT_FOUND: { zh: '没有找到该借款', en: 'This loan was not found' },
  LOAN_NOT_FAILED: { zh: '该借款不需要重新提交', en: 'This loan need not be submitted again' },
  LOAN_GIVEN_UP: { zh: '您已放弃这笔借款，如需借款请重新选择金额', en: 'You gave up this loan. To borrow, please choose an amount again' },
  LOAN_REFUSED_BY_LENDER: {
    zh: '放款机构未通过这笔借款，不能重新提交',
    en: 'The lender turned this loan down, so you can’t submit it again',
  },
  PAYOUT_UNCERTAIN: {
    zh: '正在与放款机构核对这笔放款，有结果后即可继续',
    en: 'We’re checking this pay-out with the lender. You can continue when we have the result',
  },
  LOAN_NOT_PAYABLE: { zh: '该借款当前不能还款', en: 'This loan cannot be repaid at present' },
  LOAN_ALREADY_SETTLED: { zh: '该借款已结清', en: 'This loan is settled already' },
  PREPAY_OVERDUE: { zh: '请先还清逾期，再提前还本金', en: 'Please pay what is overdue first, then principal can be prepaid' },
  PREPAY_TOO_LITTLE_LEFT: {
    zh: '剩余本金不多，请直接提前结清',
    en: 'Little principal is left, please settle the whole loan instead',
  },
  REPAYMENT_RUNNING: { zh: '有一笔还款正在处理，请等待结果', en: 'A repayment is being processed, please wait for its result' },
  ATTEMPT_DAILY_LIMIT: {
    zh: '查询次数过多，请在还款记录中查看结果',
    en: 'You’ve checked too many times today. Please see the result in your repayment records',
  },
  REPAYMENT_NOT_FOUND: { zh: '没有找到该还款', en: 'This repayment was not found' },
  QUOTE_CHANGED: {
    zh: '应还金额已变为 {{total}} 元，请确认后重试',
    en: 'The amount is now {{total}} yuan, please confirm it and try again',
  },
  MESSAGE_NOT_FOUND: { zh: '没有找到该消息', en: 'This message was not found' },

  MESSENGER_CODE_USED: { zh: '本次微信授权已使用，请重新授权', en: 'This authorisation was used already, please authorise again' },
  MESSENGER_CODE_INVALID: { zh: '微信授权已失效，请重新授权', en: 'The authorisation is no longer valid, please authorise again' },
  MESSENGER_NOT_ALLOWED: {
    zh: '微信暂不允许此操作，您可以使用短信登录',
    en: 'The messenger does not allow this at present; you can log in by SMS',
  },
  MESSENGER_BUSY: {
    zh: '微信服务繁忙，请稍后重试，或使用短信登录',
    en: 'The messenger is busy, please try again shortly or log in by SMS',
  },
  MESSENGER_APP_UNKNOWN: {
    zh: '该微信应用未登记，请从公众号重新进入',
    en: 'This messenger app is not known, please enter from the official account',
  },
  MESSENGER_TICKET_INVALID: { zh: '微信身份已过期，请重新进入', en: 'The messenger identity has expired, please enter again' },

  NOTICE_UNKNOWN: { zh: '通知对应的交易不存在', en: 'The notice belongs to no known order' },
} as const satisfies Record<string, { zh: string; en: string }>

export type ErrorCode = keyof typeof errors
export type Language = 'zh-cn' | 'en-us'

/** What the text of a refusal is filled with. */
export type ErrorValues<Code extends ErrorCode> = PlaceholderValues<(typeof errors)[Code]['zh']>

/** Returns the text of a refusal in a language, filled from `detail`. */
export function errorText(code: ErrorCode, language: Language, detail: Readonly<Record<string, unknown>> = {}): string {
  const text: string = language === 'en-us' ? errors[code].en : errors[code].zh
  return fillPlaceholders(text, Object.fromEntries(Object.entries(detail).filter(isPrintable)))
}

const isPrintable = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'string' || typeof entry[1] === 'number'
