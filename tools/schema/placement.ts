/** Where a table lives once a database is more than one machine. Every table not named here is a user's: it lives where the user does. */
export type Placement = { readonly at: 'value' | 'everywhere'; readonly why: string }

/** `value`: small, found by a value unique over all users, and placed by it. `everywhere`: about the database itself, no one's rows. */
export const placements: ReadonlyMap<string, Placement> = new Map([
  ['borrower_phone', { at: 'value', why: 'the blind index of a phone number' }],
  ['blocked_phone', { at: 'value', why: 'the blind index of a phone number' }],
  ['identity_number', { at: 'value', why: 'the blind index of an ID number' }],
  ['login_session', { at: 'value', why: 'the hash of a token' }],
  ['sms_code', { at: 'value', why: 'the blind index of a phone number, before there is a user' }],
  ['sms_send_count', { at: 'value', why: 'a phone or an address, before there is a user' }],
  ['contract_number', { at: 'value', why: 'a contract number' }],
  ['vendor_order', { at: 'value', why: 'the key under which an outside party knows an order' }],
  ['vendor_nonce', { at: 'value', why: 'a number an outside party uses once' }],
  ['messenger_exchange', { at: 'value', why: 'the keyed mark of a code, before there is a user' }],
  ['messenger_token', { at: 'value', why: 'an app id at the messenger' }],
  ['event', { at: 'value', why: 'day and browser' }],
  ['undated_event', { at: 'value', why: 'browser and sequence' }],
  ['person', { at: 'value', why: 'a browser' }],
  ['browser_user', { at: 'value', why: 'a user of a browser' }],
  ['visit', { at: 'value', why: 'an opening of a tab' }],
  ['event_count', { at: 'value', why: 'a day, without people' }],
  ['error_count', { at: 'value', why: 'a day, without people' }],
  ['funnel_count', { at: 'value', why: 'a day, without people' }],
  ['exit_count', { at: 'value', why: 'a day, without people' }],
  ['step_time', { at: 'value', why: 'a day, without people' }],
  ['minute_count', { at: 'value', why: 'a minute, without people' }],
  ['refusal_count', { at: 'value', why: 'a day, without people' }],
  ['forget_record', { at: 'value', why: 'the keyed index of who was forgotten' }],
  ['business_clock', { at: 'everywhere', why: 'the one business time of all nodes' }],
  ['migration_journal', { at: 'everywhere', why: 'which migrations ran' }],
])
