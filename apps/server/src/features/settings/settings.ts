/** Front door of the slice: the payment password, and the consent to the use of the location. */
export { hasLocationConsent } from './location.sql.ts'
export { requirePayPassword } from './pay-password.ts'
export { settingsHandlers } from './settings.handlers.ts'
