import { api } from '#platform/api.ts'
import { look } from '#platform/query.ts'

/** The texts to agree to before a login, in force today. */
export const loginTextsLook = () =>
  look(['agreement', 'current', 'login'], (options) => api.agreement.current({ query: { scene: 'login' } }, options))
