import { api } from '#platform/api.ts'
import { look } from '#platform/query.ts'

export const homeLook = () => look(['home', 'home'], (options) => api.home.fyhHome({ body: {} }, options))
export const touristLook = () => look(['home', 'tourist'], (options) => api.home.tourist({ body: {} }, options))
export const accountLook = () => look(['home', 'account'], (options) => api.home.account({}, options))
