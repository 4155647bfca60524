import { fillPlaceholders, type PlaceholderValues } from '@fyh/base/placeholders.ts'
import { accountErrors } from './account-errors.ts'
import { benefitErrors } from './benefit-errors.ts'
import { campaignErrors } from './campaign-errors.ts'
import { capitalErrors } from './capital-errors.ts'
import { couponErrors } from './coupon-errors.ts'
import { messengerErrors } from './messenger-errors.ts'
import { serviceErrors } from './service-errors.ts'

/**
 * Every refusal, once: its text in the user's language. `{{name}}` is filled from the detail that is sent along.
 * A text says what is wrong and what to do next.
 */
export const errors = {
  INPUT_INVALID: { 'zh-cn': '请检查{{field}}：{{reason}}', 'en-us': 'Check {{field}}: {{reason}}' },
  LOGIN_EXPIRED: { 'zh-cn': '登录已过期，请重新登录', 'en-us': 'You’ve been logged out. Please log in again' },
  NOT_FOUND: { 'zh-cn': '内容不存在', 'en-us': 'Not found' },
  BUSY: { 'zh-cn': '请求过于频繁，请稍后再试', 'en-us': 'Too many requests. Please try again shortly' },
  INTERNAL: { 'zh-cn': '系统繁忙，请稍后再试', 'en-us': 'Something went wrong on our side. Please try again later' },
  IDEMPOTENCY_KEY_MISSING: {
    'zh-cn': '请求缺少防重标识，请刷新页面后重试',
    'en-us': 'The request has no idempotency key. Reload the page and try again',
  },
  IDEMPOTENCY_KEY_REUSED: {
    'zh-cn': '提交的内容与上次不一致，请刷新页面后重试',
    'en-us': 'This request was already sent with other content. Reload the page and try again',
  },
  SIGNATURE_INVALID: { 'zh-cn': '签名无效', 'en-us': 'The signature isn’t valid' },
  CLOCK_ONLY_FORWARD: { 'zh-cn': '业务日期只能向后调整', 'en-us': 'The business date can only move forward' },
  VENDOR_UNAVAILABLE: {
    'zh-cn': '服务暂时没有响应，您填写的内容已保留，请稍后重试',
    'en-us': 'The service didn’t respond. We’ve kept what you entered. Please try again shortly',
  },

  MOBILE_INVALID: { 'zh-cn': '手机号格式不正确，请输入 11 位手机号', 'en-us': 'This phone number isn’t valid. Enter 11 digits' },
  MOBILE_BLOCKED: { 'zh-cn': '该手机号暂时无法使用，请联系客服', 'en-us': 'This phone number can’t be used for now. Please contact us' },
  SMS_TOO_SOON: {
    'zh-cn': '验证码发送过于频繁，请 {{waitSeconds}} 秒后再试',
    'en-us': 'We just sent a code. You can get another in {{waitSeconds}} s',
  },
  SMS_DAILY_LIMIT: {
    'zh-cn': '今日验证码发送次数已达上限，请明天再试',
    'en-us': 'You’ve asked for too many codes today. Please try again tomorrow',
  },
  SMS_ADDRESS_LIMIT: {
    'zh-cn': '当前网络发送验证码次数过多，请明天再试',
    'en-us': 'Too many codes were sent from this network. Please try again tomorrow',
  },
  SMS_NOT_SENT: { 'zh-cn': '短信发送失败，请稍后重试', 'en-us': 'We couldn’t send the text message. Please try again shortly' },
  ...accountErrors,
  SMS_CODE_WRONG: {
    'zh-cn': '验证码不正确，还可尝试 {{left}} 次；如收到多条短信，请使用最新的一条',
    'en-us': 'Wrong code. Tries left: {{left}}. If you got several codes, use the latest one',
  },
  SMS_TRIES_LIMIT: { 'zh-cn': '今日验证码错误次数过多，请明天再试', 'en-us': 'Too many wrong codes today. Please try again tomorrow' },
  SMS_CODE_OTHER_ORDER: {
    'zh-cn': '该验证码只能用于短信中写明的金额和银行卡，请重新获取验证码',
    'en-us': 'This code only works for the amount and card in its text message. Get a new code',
  },
  SMS_CODE_EXPIRED: { 'zh-cn': '验证码已失效，请重新获取', 'en-us': 'This code has expired. Get a new one' },
  AGREEMENT_REQUIRED: { 'zh-cn': '请先阅读并同意《{{title}}》', 'en-us': 'Read and agree to “{{title}}” first' },
  AGREEMENT_OUTDATED: {
    'zh-cn': '《{{title}}》已更新，请重新阅读并同意',
    'en-us': '“{{title}}” has been updated. Please read and agree to it again',
  },
  AGREEMENT_NOT_FOUND: { 'zh-cn': '协议不存在', 'en-us': 'We couldn’t find this agreement' },

  CHANNEL_CLOSED: {
    'zh-cn': '该渠道的推荐已结束，您仍可直接登录或注册',
    'en-us': 'This partner’s offer has ended. You can still log in or register directly',
  },
  LOGIN_REFER_WRONG: {
    'zh-cn': '登录链接无效，请返回合作方重新打开，或使用短信登录',
    'en-us': 'This login link isn’t valid. Open it again from the partner’s page, or log in by text message',
  },
  LOGIN_REFER_USED: {
    'zh-cn': '登录链接已使用过，请返回合作方重新打开，或使用短信登录',
    'en-us': 'This login link was already used. Open it again from the partner’s page, or log in by text message',
  },
  LOGIN_REFER_EXPIRED: {
    'zh-cn': '登录链接已过期，请返回合作方重新打开，或使用短信登录',
    'en-us': 'This login link has expired. Open it again from the partner’s page, or log in by text message',
  },
  HANDED_LOGIN_INVALID: { 'zh-cn': '登录信息已失效，请重新登录', 'en-us': 'The login that came with this link has ended. Please log in' },
  RETURN_ADDRESS_REFUSED: {
    'zh-cn': '返回地址不在该渠道允许的范围内',
    'en-us': 'The channel doesn’t allow this return address',
  },

  ...serviceErrors,
  APPLY_STEP_NOT_OPEN: { 'zh-cn': '请先完成前面的步骤', 'en-us': 'Complete the earlier steps first' },
  APPLY_COOLING_DOWN: { 'zh-cn': '您可从 {{date}} 起再次申请', 'en-us': 'You can apply again from {{date}}' },
  HUMAN_REVIEW_NOT_OPEN: { 'zh-cn': '当前申请不支持复核', 'en-us': 'You can’t ask for a second review of this application' },
  IMAGE_NOT_SUPPORTED: { 'zh-cn': '请上传 JPG、PNG 或 WebP 格式的照片', 'en-us': 'Upload a JPG, PNG, or WebP photo' },
  IMAGE_TOO_LARGE: { 'zh-cn': '照片超过 3 MB，请重新拍摄', 'en-us': 'This photo is larger than 3 MB. Please retake it' },
  IMAGE_BLANK: {
    'zh-cn': '照片只有一种颜色（全黑或全白），没有拍到内容，请重新拍摄',
    'en-us': 'This photo is all one color (black or white). Please retake it',
  },
  ID_CARD_UNREADABLE: {
    'zh-cn': '照片不清晰，请避免反光，对准边框后重拍',
    'en-us': 'We couldn’t read the photo. Avoid glare, fill the frame, and retake it',
  },
  ID_CARD_WRONG_SIDE: {
    'zh-cn': '拍摄的证件面不对，请拍摄{{side}}',
    'en-us': 'This is the other side of the card. Take a photo of the {{side}}',
  },
  ID_CARD_DAILY_LIMIT: {
    'zh-cn': '今日证件识别次数已用完，请明天再试',
    'en-us': 'You’ve scanned your ID card too many times today. Please try again tomorrow',
  },
  ID_PHOTO_MISSING: { 'zh-cn': '请先上传身份证人像面和国徽面', 'en-us': 'Upload both sides of your ID card first' },
  NAME_INVALID: { 'zh-cn': '姓名格式不正确，请按身份证填写', 'en-us': 'This name isn’t valid. Enter it as on your ID card' },
  ID_NUMBER_15_DIGITS: {
    'zh-cn': '请输入 18 位身份证号，15 位旧号码已停用',
    'en-us': 'Enter the 18-digit ID number. 15-digit numbers are no longer valid',
  },
  ID_NUMBER_FORMAT: { 'zh-cn': '身份证号应为 18 位，末位可为 X', 'en-us': 'An ID number has 18 characters. The last one can be X' },
  ID_NUMBER_DATE: { 'zh-cn': '身份证号中的出生日期不正确', 'en-us': 'The date of birth in this ID number isn’t a valid date' },
  ID_NUMBER_CHECK_DIGIT: { 'zh-cn': '身份证号有误，请核对后重新输入', 'en-us': 'This ID number has a mistake. Please check each digit' },
  ID_NUMBER_TAKEN: {
    'zh-cn': '该身份信息已在其他手机号下认证，请使用原手机号登录或联系客服',
    'en-us': 'This identity is already verified under another phone number. Log in with that number or contact us',
  },
  ID_NUMBER_DIFFERS: {
    'zh-cn': '身份证号与您已认证的不一致，请核对后重新输入',
    'en-us': 'This ID number differs from the one you verified. Please check it',
  },
  ID_CONFIRM_DAILY_LIMIT: {
    'zh-cn': '今日身份信息确认次数已用完，请明天再试',
    'en-us': 'You’ve confirmed your identity too many times today. Please try again tomorrow',
  },
  ID_CARD_EXPIRED: { 'zh-cn': '身份证已过有效期，请换领新证后再申请', 'en-us': 'Your ID card has expired. Renew it before you apply' },
  UNDER_AGE: { 'zh-cn': '未满 18 周岁不能申请', 'en-us': 'You must be 18 or older to apply' },
  FACE_NOT_MATCHED: {
    'zh-cn': '人脸与证件照片不一致，请在光线充足处正对镜头重试，今日还可尝试 {{left}} 次',
    'en-us': 'Your face doesn’t match the ID photo. Face the camera in good light. Tries left today: {{left}}',
  },
  FACE_DAILY_LIMIT: {
    'zh-cn': '今日人脸核验次数已用完，请明天再试',
    'en-us': 'You’ve used all face checks for today. Please try again tomorrow',
  },
  AREA_UNKNOWN: { 'zh-cn': '请重新选择所在地区', 'en-us': 'Choose your region again' },
  EMPLOYER_MISSING: { 'zh-cn': '请填写工作单位', 'en-us': 'Enter your employer' },
  CONTACT_NAME_INVALID: { 'zh-cn': '{{contact}}的姓名不正确', 'en-us': 'The name of {{contact}} isn’t valid' },
  CONTACT_MOBILE_INVALID: { 'zh-cn': '{{contact}}的手机号不正确', 'en-us': 'The phone number of {{contact}} isn’t valid' },
  CONTACT_IS_SELF: { 'zh-cn': '{{contact}}不能是您本人', 'en-us': 'You can’t name yourself as {{contact}}' },
  CONTACTS_SAME: { 'zh-cn': '两位联系人不能相同', 'en-us': 'The two contacts must be different people' },

  IDENTITY_REQUIRED: { 'zh-cn': '请先完成实名认证', 'en-us': 'Verify your identity first' },
  CARD_NUMBER_INVALID: { 'zh-cn': '请输入 16 至 19 位银行卡号', 'en-us': 'Enter a card number of 16 to 19 digits' },
  CARD_CREDIT_NOT_SUPPORTED: { 'zh-cn': '不支持信用卡，请使用借记卡', 'en-us': 'We don’t support credit cards. Please use a debit card' },
  BANK_NOT_SUPPORTED: {
    'zh-cn': '暂不支持该银行，请查看支持的银行列表',
    'en-us': 'We don’t support this bank. See the list of supported banks',
  },
  CARD_ALREADY_BOUND: { 'zh-cn': '该银行卡已绑定', 'en-us': 'You’ve already added this card' },
  CARD_REFUSED: {
    'zh-cn': '银行未通过验证，请核对卡号和预留手机号',
    'en-us': 'Your bank didn’t confirm the card. Check the card number and the phone number at your bank',
  },
  CARD_NOT_FOUND: { 'zh-cn': '银行卡不存在', 'en-us': 'We couldn’t find this card' },
  BIND_NOT_FOUND: { 'zh-cn': '绑卡验证已失效，请重新获取验证码', 'en-us': 'Adding this card has timed out. Get a new code' },
  APPLICATION_IN_REVIEW: {
    'zh-cn': '您的申请正在审核，结果会通过消息通知您',
    'en-us': 'Your application is in review. We’ll message you with the result',
  },
  LIMIT_MISSING: { 'zh-cn': '您还没有可用额度，请先申请额度', 'en-us': 'You don’t have a limit yet. Please apply first' },
  PRODUCT_NOT_OFFERED: {
    'zh-cn': '该产品目前不能按您选择的条件办理，请选择其他产品或期限',
    'en-us': 'This product isn’t available on the terms you chose. Please choose another product or term',
  },
  LENDER_CLOSED: {
    'zh-cn': '{{lender}}的办理时间为每天 {{from}}–{{to}}，请在 {{opensAt}} 之后再试',
    'en-us': 'Loan requests to {{lender}} are accepted daily from {{from}} to {{to}}, Beijing time. Please try again after {{opensAt}}',
  },
  PRICE_ABOVE_CAP: {
    'zh-cn': '这笔借款的年化综合成本为 {{price}}%，超过规定上限 {{cap}}%，不能办理，请选择其他产品或期限',
    'en-us': 'This loan would cost {{price}}% a year, above the legal cap of {{cap}}%. Please choose another product or term',
  },
  CARD_BANK_NOT_SERVED: {
    'zh-cn': '{{lender}}暂不支持{{bank}}的银行卡，请换一张卡',
    'en-us': 'Cards from {{bank}} aren’t supported by {{lender}}. Please use another card',
  },
  LIMIT_EXPIRED: { 'zh-cn': '额度已过期，请重新评估', 'en-us': 'Your limit has expired. Please have it reassessed' },
  LIMIT_NOT_ENOUGH: {
    'zh-cn': '可用额度不足，当前最多可借 {{available}} 元',
    'en-us': 'This is above your available limit. You can borrow up to ¥{{available}} now',
  },
  LOAN_OVERDUE: {
    'zh-cn': '您有逾期未还的借款，还清后可继续借款',
    'en-us': 'One of your loans is overdue. You can borrow again once it’s paid',
  },
  LOAN_WRITTEN_OFF: {
    'zh-cn': '您有一笔借款未还清并已核销，不能再次借款；如有疑问，请联系客服',
    'en-us': 'One of your loans was written off before it was repaid, so you can’t borrow again. Questions? Please contact us',
  },
  AMOUNT_TOO_SMALL: { 'zh-cn': '最少 {{min}} 元', 'en-us': 'At least ¥{{min}}' },
  AMOUNT_TOO_LARGE: { 'zh-cn': '最多 {{max}} 元', 'en-us': 'At most ¥{{max}}' },
  AMOUNT_STEP: { 'zh-cn': '金额须为 {{step}} 元的整数倍', 'en-us': 'The amount must be a multiple of ¥{{step}}' },
  QUOTE_DAILY_LIMIT: {
    'zh-cn': '今日试算次数已用完，请明天再试',
    'en-us': 'You’ve asked for too many quotes today. Please try again tomorrow',
  },
  QUOTE_NOT_FOUND: { 'zh-cn': '试算不存在，请重新选择金额', 'en-us': 'We couldn’t find this quote. Please choose the amount again' },
  QUOTE_EXPIRED: {
    'zh-cn': '试算已过期，请重新确认金额与费用',
    'en-us': 'This quote has expired. Please confirm the amount and cost again',
  },
  QUOTE_OUTDATED: {
    'zh-cn': '借款条件已变更，请确认最新的费用',
    'en-us': 'The terms of your loan have changed. Please confirm the latest cost',
  },
  QUOTE_USED: { 'zh-cn': '该借款已提交，请在借款记录中查看', 'en-us': 'You’ve already submitted this loan. See your loan records' },
  QUOTE_NOT_SIGNED: { 'zh-cn': '请先阅读并签署费用清单与合同', 'en-us': 'Read and sign the cost sheet and the contract first' },
  COST_SHEET_NOT_READ: {
    'zh-cn': '请先阅读综合融资成本，还需 {{waitSeconds}} 秒',
    'en-us': 'Please read the cost sheet for {{waitSeconds}} s more',
  },
  LOAN_NOT_FOUND: { 'zh-cn': '借款不存在', 'en-us': 'We couldn’t find this loan' },
  LOAN_NOT_FAILED: { 'zh-cn': '该借款无需重新提交', 'en-us': 'You don’t need to submit this loan again' },
  LOAN_GIVEN_UP: {
    'zh-cn': '您已放弃这笔借款，如需借款请重新选择金额',
    'en-us': 'You gave up this loan. To borrow, choose an amount again',
  },
  LOAN_REFUSED_BY_LENDER: {
    'zh-cn': '放款机构未通过这笔借款，不能重新提交',
    'en-us': 'The lender turned this loan down, so you can’t submit it again',
  },
  PAYOUT_UNCERTAIN: {
    'zh-cn': '正在与放款机构核对这笔放款，有结果后即可继续',
    'en-us': 'We’re checking this payout with the lender. You can continue when we have the result',
  },
  LOAN_NOT_PAYABLE: { 'zh-cn': '该借款当前不能还款', 'en-us': 'This loan can’t be repaid right now' },
  LOAN_ALREADY_SETTLED: { 'zh-cn': '该借款已结清', 'en-us': 'This loan is already settled' },
  PREPAY_OVERDUE: { 'zh-cn': '请先还清逾期，再提前还本金', 'en-us': 'Pay what’s overdue first. Then you can prepay principal' },
  PREPAY_TOO_LITTLE_LEFT: {
    'zh-cn': '剩余本金不多，请直接提前结清',
    'en-us': 'There’s little principal left. Please settle the whole loan instead',
  },
  REPAYMENT_RUNNING: { 'zh-cn': '有一笔还款正在处理，请等待结果', 'en-us': 'A repayment is being processed. Please wait for the result' },
  ATTEMPT_DAILY_LIMIT: {
    'zh-cn': '今日查询次数过多，请在还款记录中查看结果',
    'en-us': 'You’ve checked too many times today. Please see the result in your repayment records',
  },
  REPAYMENT_NOT_FOUND: { 'zh-cn': '还款记录不存在', 'en-us': 'We couldn’t find this repayment' },
  QUOTE_CHANGED: {
    'zh-cn': '应还金额已变为 {{total}} 元，请确认后重试',
    'en-us': 'The amount is now ¥{{total}}. Please confirm it and try again',
  },
  ...couponErrors,
  ...campaignErrors,
  MESSAGE_NOT_FOUND: { 'zh-cn': '消息不存在', 'en-us': 'We couldn’t find this message' },

  ...capitalErrors,

  ...messengerErrors,

  NOTICE_UNKNOWN: { 'zh-cn': '通知对应的交易不存在', 'en-us': 'No order matches this notice' },
  ...benefitErrors,
} as const satisfies Record<string, Record<Language, string>>

export type ErrorCode = keyof typeof errors
export type Language = 'zh-cn' | 'en-us'

/** What the text of a refusal is filled with. */
export type ErrorValues<Code extends ErrorCode> = PlaceholderValues<(typeof errors)[Code]['zh-cn']>

/** Returns the text of a refusal in a language, filled from `detail`. */
export function errorText(code: ErrorCode, language: Language, detail: Readonly<Record<string, unknown>> = {}): string {
  const text: string = errors[code][language]
  return fillPlaceholders(text, Object.fromEntries(Object.entries(detail).filter(isPrintable)))
}

const isPrintable = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'string' || typeof entry[1] === 'number'
