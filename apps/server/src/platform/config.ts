import { addressFault, databaseAddress } from '@fyh/base/server-address.ts'
import { allowedStandIns, isProduction } from '@fyh/base/stand-ins.ts'
import { channelSecrets, partySecrets, type VendorSecrets } from '@fyh/base/vendor-parties.ts'
import { type AppStore, appStores } from '@fyh/contract/flow.ts'
import { constants } from '@fyh/contract/options.ts'
import { day } from '@fyh/contract/shapes.ts'
import { areProxies, proxiesWanted } from '@fyh/serve/addresses.ts'
import { standInSecret, vendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { z } from 'zod'
import { readLenderSettings } from './lender-settings.ts'

const key = z.string().min(32, 'should be at least 32 characters long')
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))
const onOff = z.enum(['0', '1', 'off', 'on']).transform((text) => text === '1' || text === 'on')
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
const keyList = list.pipe(z.array(key))
const proxies = list.refine(areProxies, proxiesWanted)
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Stores have addresses of their own kinds, such as `market://`; pages that run code have none. */
const storeUrl = z.url({ protocol: /^(https|http|itms-apps|market|hap|appmarket)$/ })

const databaseUrl = z.string().refine((text) => addressFault(text, databaseAddress) === undefined, {
  error: ({ input }) => addressFault(String(input), databaseAddress),
})

const appId = z.string().regex(/^wx\w{6,30}$/, 'should look like wx0123456789abcdef')
const appSecret = z.string().min(16, 'should be at least 16 characters long')

const schema = z.object({
  /** `production` refuses stand-ins that ALLOW_STAND_INS does not name. */
  NODE_ENV: z.string().optional(),
  ALLOW_STAND_INS: list,
  HOST: z.string().default('127.0.0.1'),
  PORT: count(1, 65_535).default(8080),
  DATABASE_URL: databaseUrl,
  DATABASE_SCHEMA: z.string().default('fyh'),
  DATABASE_POOL_MAX: count(1, 200).default(10),
  /** Two processes on one database need two numbers: ids are made from it. */
  NODE_ID: count(0, 15).default(0),
  /** Encrypts personal fields. */
  FIELD_KEY: key,
  /** Former keys, still read: a comma-separated list. */
  FIELD_KEYS_RETIRED: keyList,
  /** Makes the blind indexes by which personal fields are found. */
  INDEX_KEY: key,
  /** Former ones, by which rows are still found. */
  INDEX_KEYS_RETIRED: keyList,
  /** Signs the calls to vendors and proves their call-backs, for parties without a secret of their own: each gets one made from it. */
  VENDOR_SECRET: key,
  VENDOR_SECRET_SMS: key.optional(),
  VENDOR_SECRET_OCR: key.optional(),
  VENDOR_SECRET_FACE: key.optional(),
  VENDOR_SECRET_BANK: key.optional(),
  VENDOR_SECRET_PAYMENT: key.optional(),
  VENDOR_SECRET_BENEFIT: key.optional(),
  VENDOR_SECRET_MESSENGER: key.optional(),
  VENDOR_SECRET_CHECK: key.optional(),
  /** Former ones, still accepted: `secret` for a former VENDOR_SECRET, `party:secret` for one of a party. */
  VENDOR_SECRETS_RETIRED: list,
  /** Where vendors reach this server. */
  API_URL: url.default('http://127.0.0.1:8080'),
  TRACE_URL: url.default('http://127.0.0.1:8081'),
  /** Where browsers reach the trace backend, where that is another address than for this server. */
  TRACE_PUBLIC_URL: url.optional(),
  /** Where browsers reach the pages, where that is another address than API_URL: partners send borrowers back there. */
  WEB_PUBLIC_URL: url.optional(),
  SANDBOX_URL: url.default('http://127.0.0.1:8082'),
  WEB_DIST: z.string().optional(),
  DEV_TOOLS: onOff.default(false),
  WORKER: onOff.default(true),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Proxies whose X-Forwarded-For is believed. */
  TRUST_PROXY: proxies,
  /** Origins that may show our pages in a frame. */
  FRAME_ANCESTORS: list,
  /** Hosts of partners a visit may be handed back to. */
  PARTNER_HOSTS: list,
  /** Number of customer service, which texts refer borrowers to. */
  SERVICE_PHONE: z
    .string()
    .regex(/^\+?\d[\d-]{2,19}$/, 'should be digits and hyphens')
    .optional(),
  /** Where the app is in the stores, and what a store says of it. What is not set is not shown. */
  DOWNLOAD_APP_STORE_URL: storeUrl.optional(),
  DOWNLOAD_HUAWEI_URL: storeUrl.optional(),
  DOWNLOAD_MARKET_URL: storeUrl.optional(),
  DOWNLOAD_VERSION: z.string().max(20).optional(),
  DOWNLOAD_UPDATED_ON: day.optional(),
  DOWNLOAD_DEVELOPER: z.string().max(60).optional(),
  /** When people answer there, Asia/Shanghai. */
  SERVICE_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'should look like 09:00-21:00')
    .optional(),
  /** Who runs the product, as /aboutUs shows it. */
  COMPANY_NAME: z.string().max(100).optional(),
  COMPANY_CREDIT_CODE: z
    .string()
    .regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/, 'should be a unified social credit code of 18 characters')
    .optional(),
  COMPANY_ADDRESS: z.string().max(200).optional(),
  PROVIDER_SMS: z.string().default('sandbox'),
  PROVIDER_OCR: z.string().default('sandbox'),
  PROVIDER_FACE: z.string().default('sandbox'),
  PROVIDER_BANK: z.string().default('sandbox'),
  PROVIDER_PAYMENT: z.string().default('sandbox'),
  PROVIDER_BENEFIT: z.string().default('sandbox'),
  PROVIDER_CHECK: z.string().default('sandbox'),
  /** The adapter of lenders without PROVIDER_LENDER_<id>. Their addresses and secrets are VENDOR_URL_LENDER_<id> and VENDOR_SECRET_LENDER_<id>. */
  PROVIDER_LENDER: z.string().default('sandbox'),
  /** The messenger's API and its authorisation page; without them the sandbox stands in, in development. */
  MESSENGER_API_URL: url.optional(),
  MESSENGER_AUTHORIZE_URL: url.optional(),
  /** The official account whose pages open in the messenger, and the mini-program that shows our pages, if there is one. */
  MESSENGER_APP_ID: appId.optional(),
  MESSENGER_APP_SECRET: appSecret.optional(),
  MESSENGER_MINI_APP_ID: appId.optional(),
  MESSENGER_MINI_APP_SECRET: appSecret.optional(),
  /** Whether cards are debited by themselves on a due day, as borrowers authorise when they bind one. */
  AUTO_DEBIT: onOff.default(true),
  /** In development: lenders take loans at any hour, whatever their opening hours. */
  LENDERS_ALWAYS_OPEN: onOff.default(false),
  /** Machine time an application stays in review, and a refusal with the person who was asked to look at it. */
  REVIEW_SECONDS: count(1, 86_400).default(90),
  /** Seconds between two codes to one phone for one purpose. */
  SMS_WAIT_SECONDS: count(1, 600).default(60),
  /** Digits of a code we send. */
  SMS_CODE_DIGITS: count(4, 6).default(constants.smsCodeDigits),
  /** Requests of one user that may be open at once on this process; 0 bounds nothing. */
  USER_REQUESTS_MAX: count(0, 1_000).default(16),
  /** Codes a day for one network address; in development everybody shares one. */
  SMS_ADDRESS_DAILY_MAX: count(1, 1_000_000).optional(),
  /** Wrong login codes a day from one network address, and in an hour from all networks in which the phone's owner is not logged in. */
  SMS_WRONG_ADDRESS_DAILY_MAX: count(1, 1_000_000).optional(),
  SMS_WRONG_HOURLY_MAX: count(1, 10_000_000).default(2_000),
  /** After so many login codes a day from one network address, to so many phones, or so many wrong codes for a phone, a check comes first. */
  SMS_CHECK_SENDS: count(0, 1_000_000).optional(),
  SMS_CHECK_PHONES: count(0, 1_000_000).optional(),
  SMS_CHECK_WRONG: count(0, 1_000_000).optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the settings once; what is missing or wrong stops the start and is named. Empty means not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(filled)
  // The values stay out of the message: some of them are secrets.
  if (!result.success) throw new Error(`${wrongSettings}\n${result.error.issues.map((issue) => describe(issue, filled)).join('\n')}`)
  const read = result.data
  const standIns = allowedStandIns(environment)
  const lenders = readLenderSettings(filled, { secret: key, url, sandboxUrl: read.SANDBOX_URL })
  const ofChannels = channelSecrets(filled, key)
  const secrets = vendorSecrets(partySecrets({ ...read, lenderSecrets: lenders.secrets, channelSecrets: ofChannels }))
  return {
    isLive: isProduction(environment),
    /** Those that production runs on because they are allowed by name. */
    standIns,
    host: read.HOST,
    port: read.PORT,
    database: { url: read.DATABASE_URL, schema: read.DATABASE_SCHEMA, poolMax: read.DATABASE_POOL_MAX },
    nodeId: read.NODE_ID,
    fieldKey: read.FIELD_KEY,
    fieldKeysRetired: read.FIELD_KEYS_RETIRED,
    indexKey: read.INDEX_KEY,
    indexKeysRetired: read.INDEX_KEYS_RETIRED,
    vendorSecrets: secrets,
    /** Channels with a secret of their own; the others have one made from VENDOR_SECRET, for development. */
    channelsWithSecret: new Set<string>(ofChannels.keys()),
    apiUrl: read.API_URL,
    traceUrl: read.TRACE_URL,
    webPublicUrl: read.WEB_PUBLIC_URL ?? read.API_URL,
    tracePublicUrl: read.TRACE_PUBLIC_URL ?? read.TRACE_URL,
    sandboxUrl: read.SANDBOX_URL,
    webDist: read.WEB_DIST,
    devTools: read.DEV_TOOLS,
    workerHere: read.WORKER,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    frameAncestors: read.FRAME_ANCESTORS,
    partnerHosts: read.PARTNER_HOSTS,
    servicePhone: read.SERVICE_PHONE ?? (read.DEV_TOOLS ? '400-000-0000' : undefined),
    serviceHours: read.SERVICE_HOURS ?? (read.DEV_TOOLS ? '09:00-21:00' : undefined),
    company: companyOf(read),
    providers: {
      sms: read.PROVIDER_SMS,
      ocr: read.PROVIDER_OCR,
      face: read.PROVIDER_FACE,
      bank: read.PROVIDER_BANK,
      payment: read.PROVIDER_PAYMENT,
      benefit: read.PROVIDER_BENEFIT,
      check: read.PROVIDER_CHECK,
    },
    lenders,
    messenger: messengerOf(read, secrets, isProduction(environment) && !standIns.includes('messenger')),
    download: downloadOf(read),
    autoDebit: read.AUTO_DEBIT,
    lendersAlwaysOpen: read.LENDERS_ALWAYS_OPEN,
    reviewSeconds: read.REVIEW_SECONDS,
    userRequestsMax: read.USER_REQUESTS_MAX,
    smsWaitSeconds: read.SMS_WAIT_SECONDS,
    smsCodeDigits: read.SMS_CODE_DIGITS,
    smsWrongAddressDailyMax: read.SMS_WRONG_ADDRESS_DAILY_MAX ?? (read.DEV_TOOLS ? 5_000 : 60),
    smsWrongHourlyMax: read.SMS_WRONG_HOURLY_MAX,
    smsAddressDailyMax: read.SMS_ADDRESS_DAILY_MAX ?? (read.DEV_TOOLS ? 5_000 : 30),
    smsCheck: smsCheckOf(read),
  }
}

/** In development everybody shares one address, so only wrong codes lead to a check there. */
function smsCheckOf({ DEV_TOOLS, SMS_CHECK_SENDS, SMS_CHECK_PHONES, SMS_CHECK_WRONG }: z.infer<typeof schema>) {
  const usual = DEV_TOOLS ? { sends: 5_000, phones: 5_000, wrongCodes: 10 } : { sends: 5, phones: 3, wrongCodes: 3 }
  return {
    sends: SMS_CHECK_SENDS ?? usual.sends,
    phones: SMS_CHECK_PHONES ?? usual.phones,
    wrongCodes: SMS_CHECK_WRONG ?? usual.wrongCodes,
  }
}

/** The app as the download page shows it. Development has the sandbox's stand-ins of the stores. */
function downloadOf(read: z.infer<typeof schema>) {
  const standIn = (kind: AppStore) => (read.DEV_TOOLS ? `${read.SANDBOX_URL}/partner/store/${kind}` : undefined)
  const addresses: Readonly<Record<AppStore, string | undefined>> = {
    appStore: read.DOWNLOAD_APP_STORE_URL,
    huawei: read.DOWNLOAD_HUAWEI_URL,
    market: read.DOWNLOAD_MARKET_URL,
  }
  const isSet = Object.values(addresses).some((address) => address !== undefined)
  return {
    stores: appStores.flatMap((kind) => {
      const address = addresses[kind] ?? (isSet ? undefined : standIn(kind))
      return address === undefined ? [] : [{ kind, address }]
    }),
    version: read.DOWNLOAD_VERSION ?? null,
    updatedOn: read.DOWNLOAD_UPDATED_ON ?? null,
    developer: read.DOWNLOAD_DEVELOPER ?? null,
  }
}

/** Example facts stand in for the name alone, and only in development; they are marked as such. */
function companyOf({ COMPANY_NAME, COMPANY_CREDIT_CODE, COMPANY_ADDRESS, DEV_TOOLS }: z.infer<typeof schema>) {
  const isExample = COMPANY_NAME === undefined && DEV_TOOLS
  return {
    name: COMPANY_NAME ?? (isExample ? '示例科技有限公司' : null),
    creditCode: COMPANY_CREDIT_CODE ?? null,
    address: COMPANY_ADDRESS ?? null,
    isExample,
  }
}

type App<Kind> = { readonly kind: Kind; readonly appId: string; readonly secret: string }

/** The messenger of the configuration. A real one is never asked with the stand-in's apps or secrets, and no borrower of a live product is sent to the stand-in. */
function messengerOf(read: z.infer<typeof schema>, secrets: VendorSecrets, isOff: boolean) {
  const isStandIn = read.MESSENGER_API_URL === undefined
  const app = <Kind extends string>(kind: Kind, appId: string, secret = standInSecret(secrets('messenger')[0], appId)): App<Kind> => {
    return { kind, appId, secret }
  }
  const real = [read.MESSENGER_AUTHORIZE_URL, read.MESSENGER_APP_ID, read.MESSENGER_APP_SECRET]
  if (!isStandIn && real.includes(undefined))
    throw new Error(
      `${wrongSettings}\n  MESSENGER_API_URL: goes together with MESSENGER_AUTHORIZE_URL, MESSENGER_APP_ID and MESSENGER_APP_SECRET`,
    )
  const miniId = read.MESSENGER_MINI_APP_ID ?? (isStandIn ? 'wxsandboxmini' : undefined)
  if (!isStandIn && miniId !== undefined && read.MESSENGER_MINI_APP_SECRET === undefined)
    throw new Error(`${wrongSettings}\n  MESSENGER_MINI_APP_ID: goes together with MESSENGER_MINI_APP_SECRET`)
  return {
    /** Null without a messenger: users are not authorised, and codes are not exchanged. */
    apiUrl: read.MESSENGER_API_URL ?? (isOff ? null : `${read.SANDBOX_URL}/messenger`),
    authorizeUrl: read.MESSENGER_AUTHORIZE_URL ?? (read.DEV_TOOLS ? `${read.SANDBOX_URL}/messenger/connect/oauth2/authorize` : null),
    account: app('account', read.MESSENGER_APP_ID ?? 'wxsandboxaccount', read.MESSENGER_APP_SECRET),
    mini: miniId === undefined ? undefined : app('mini', miniId, read.MESSENGER_MINI_APP_SECRET),
  }
}

const wrongSettings = 'These settings are wrong:'

function describe(issue: z.core.$ZodIssue, filled: Readonly<Record<string, unknown>>): string {
  const name = String(issue.path[0])
  return `  ${name}: ${name in filled ? issue.message : 'it is missing'}`
}
