/** The three processes of the product. Each keeps its tables in a schema of its own, so one database can hold all of them. */
export const apps = {
  server: {
    database: 'fyh',
    schema: 'fyh',
    // Where it is, fields were sealed, or indexed, with the keys.
    keyedTable: 'fyh.borrower',
    portSetting: 'PORT',
    urlSetting: 'DATABASE_URL',
    entry: 'apps/server/src/main.ts',
    secrets: ['FIELD_KEY', 'INDEX_KEY', 'VENDOR_SECRET'],
    // Optional ones, and all that were retired.
    keySettings: /^(FIELD_KEYS_RETIRED|INDEX_KEYS_RETIRED|VENDOR_SECRETS_RETIRED|VENDOR_SECRET_[A-Z\d_]+|CHANNEL_SECRET_[A-Z\d_]+)$/,
  },
  trace: {
    database: 'fyh_trace',
    schema: 'trace',
    keyedTable: 'trace.visit',
    portSetting: 'TRACE_PORT',
    urlSetting: 'TRACE_DATABASE_URL',
    entry: 'apps/trace/src/main.ts',
    secrets: ['TRACE_INDEX_KEY', 'TRACE_OPERATOR_PASSWORD'],
    keySettings: /^TRACE_INDEX_KEYS_RETIRED$/,
  },
  sandbox: {
    database: 'fyh_sandbox',
    schema: 'sandbox',
    keyedTable: 'sandbox.sms',
    portSetting: 'SANDBOX_PORT',
    urlSetting: 'SANDBOX_DATABASE_URL',
    entry: 'apps/sandbox/src/main.ts',
    secrets: ['VENDOR_SECRET'],
    keySettings: /^(VENDOR_SECRETS_RETIRED|VENDOR_SECRET_[A-Z\d_]+|CHANNEL_SECRET_[A-Z\d_]+)$/,
  },
} as const

export type AppName = keyof typeof apps
/** Lending starts without it, and goes on without it: what keeps it from running is told, and nothing more. */
export const dispensable: AppName = 'trace'
export const appNames = ['server', 'trace', 'sandbox'] as const satisfies readonly AppName[]
export type SecretName = (typeof apps)[AppName]['secrets'][number]
