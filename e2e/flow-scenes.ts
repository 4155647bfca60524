import { flow } from '@fyh/contract/flow.ts'
import type { Data, Scene } from './scenes.ts'

const extend = (name: string, more: Partial<Scene> = {}): Scene => ({
  name: `extend-${name}`,
  screen: '/extend',
  as: 'guest',
  path: '/extend?channelCode=demo-trip',
  ...more,
})
const channel = (change: Data) => ({ '/flow/channel**': (data: Data) => ({ ...data, ...change }) })
const landing: readonly Scene[] = [
  extend('offer'),
  extend('errors', { act: ({ page, words }) => page.getByRole('button', { name: words.flow.extend.submit, exact: true }).click() }),
  extend('closed', { path: '/extend?channelCode=demo-closed' }),
  extend('not-yet', { answers: channel({ state: 'notYet', opensOn: '2027-02-01' }) }),
  extend('over', { answers: channel({ state: 'over' }) }),
  extend('own-page', { path: '/extend?channelCode=demo-bank' }),
  extend('unknown', { path: '/extend?channelCode=nobody' }),
  extend('not-offered', { answers: channel({ price: null, example: null, lenders: [] }) }),
  extend('logged-in', { as: 'approved' }),
  extend('broken', { answers: { '/flow/channel**': 'broken' } }),
  extend('loading', { answers: { '/flow/channel**': 'never' }, waiting: true }),
  extend('in-app', { within: 'app' }),
]

/** The address as a partner gives it; the reference is none that the server knows, so it answers that it is wrong. */
const middle = (name: string, more: Partial<Scene> = {}): Scene => ({
  name: `middle-${name}`,
  screen: '/h5Middle',
  as: 'guest',
  path: '/h5Middle?loginRefer=unknown&channelCode=demo-trip',
  ...more,
})
const referred = (data: Data) => ({ '/unionLogin/loginRefer/*': () => data })
const handOver: readonly Scene[] = [
  middle('wrong'),
  middle('waiting', { answers: { '/unionLogin/loginRefer/*': 'never' }, waiting: true }),
  middle('broken', { answers: { '/unionLogin/loginRefer/*': 'broken' } }),
  middle('consent', { answers: referred(flow.loginRefer.example.data) }),
  middle('consent-missing', {
    answers: referred(flow.loginRefer.example.data),
    act: ({ page, words }) => page.getByRole('button', { name: words.flow.middle.agree, exact: true }).click(),
  }),
  middle('replaces', { as: 'approved', answers: referred(flow.loginRefer.example.data) }),
  middle('switch', { as: 'approved', answers: referred({ state: 'switch', mobileMask: '138****4300', channelName: '示例出行' }) }),
]

const download = (name: string, more: Partial<Scene> = {}): Scene => ({
  name: `download-${name}`,
  screen: '/download',
  as: 'guest',
  path: '/download',
  ...more,
})
const app = flow.download.example.data
const stores = ['appStore', 'huawei', 'market'].map((kind) => ({ kind, address: 'https://stores.example.com/app' }))
const inMessenger: Partial<Scene> = {
  within: 'messenger',
  answers: { '/flow/download': () => ({ ...app, stores }) },
}
const downloads: readonly Scene[] = [
  download('stores', { answers: { '/flow/download': () => ({ ...app, stores }) } }),
  download('no-store', { answers: { '/flow/download': () => ({ stores: [], version: null, updatedOn: null, developer: null }) } }),
  download('broken', { answers: { '/flow/download': 'broken' } }),
  download('in-app', { within: 'app', answers: { '/flow/download': () => ({ ...app, stores }) } }),
  download('messenger', inMessenger),
  download('mask', {
    ...inMessenger,
    over: true,
    act: ({ page, words }) => page.getByRole('button', { name: words.flow.download.store.huawei.name }).click(),
  }),
]

/** The pages on which a visit from elsewhere arrives, in every state. */
export const flowScenes: readonly Scene[] = [...landing, ...handOver, ...downloads]
