import { api } from '#platform/api.ts'
import { look } from '#platform/query.ts'
import { reached } from '#platform/reached.ts'
import { currentUser } from '#platform/store.ts'

export const homeLook = () =>
  look(['home', 'home'], async (options) => {
    const home = await api.home.fyhHome({ body: {} }, options)
    if (home.card.state === 'limit') reached('limit', currentUser()?.userId)
    return home
  })
export const touristLook = () => look(['home', 'tourist'], (options) => api.home.tourist({ body: {} }, options))
export const accountLook = () => look(['home', 'account'], (options) => api.home.account({}, options))
