// Plays the host around the application: put into its page before its own scripts, by the lab and by the browser tests alike.
// `window.hostLab` says which host and how it behaves; docs/hosts.md names the requests that are answered here.
;(() => {
  const settings = { kind: 'browser', version: '3.2.0', market: false, token: '', user: null, silent: false, ...window.hostLab }
  const state = { header: null, at: 'page', login: false, token: settings.token, user: settings.user }
  const isNative = settings.kind === 'nativeIos' || settings.kind === 'nativeAndroid'
  if (settings.userAgent) Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => settings.userAgent })

  /** Everything said between page and host, for whoever watches. A token is named, never told. */
  function note(call) {
    const told = { host: settings.kind, ...call }
    window.reportHostCall?.(told)
    if (settings.report)
      void fetch(settings.report, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(told),
        keepalive: true,
      })
  }

  const put = (part) => void Object.assign(state, part)

  const powers = {
    version: () => settings.version,
    market: () => settings.market,
    identity: () => (state.user === null ? { token: state.token } : { token: state.token, user: state.user }),
    setHeader: ({ show, title }) => put({ header: { show, title } }),
    jumpHome: () => put({ at: 'home' }),
    back: () => put({ at: 'closed' }),
    backRefresh: () => put({ at: 'closed' }),
    login: () => put({ login: true }),
    ...(settings.pictures && { camera: ({ of }) => ({ image: settings.pictures[of] }) }),
  }

  function answerTo({ id, name, data }) {
    const isSilent = settings.silent === true || (Array.isArray(settings.silent) && settings.silent.includes(name))
    const power = powers[name]
    const refusal = settings.denied?.includes(name) ? 'denied' : power ? undefined : 'unsupported'
    const outcome = isSilent ? 'silent' : refusal ? 'refused' : 'ok'
    note({ way: 'asked', name, data, outcome })
    if (isSilent) return undefined
    return refusal ? { id, outcome, why: refusal } : { id, outcome, data: power(data ?? {}) ?? null }
  }

  if (settings.kind === 'nativeIos')
    window.webkit = { messageHandlers: { fyh: { postMessage: (request) => new Promise((settle) => settle(answerTo(request))) } } }

  if (settings.kind === 'nativeAndroid')
    window.fyhAndroid = {
      postMessage: (text) => {
        const answer = answerTo(JSON.parse(text))
        if (answer) setTimeout(() => window.fyhBridge.answer(JSON.stringify(answer)))
      },
    }

  if (settings.kind === 'miniProgram') window.__wxjs_environment = 'miniprogram'

  // What the messenger's own script speaks to; it is loaded and run as it is.
  if (settings.kind === 'messenger' || settings.kind === 'miniProgram')
    window.WeixinJSBridge = {
      on: () => undefined,
      invoke: (name, data, done) => {
        const isCall = name === 'invokeMiniProgramAPI'
        const hasPageBehind = settings.kind === 'miniProgram' && settings.silent !== true
        note({ way: 'asked', name: isCall ? data.name : name, data: isCall ? data.arg : null, outcome: settings.silent ? 'silent' : 'ok' })
        if (settings.silent === true) return
        if (isCall && data.name === 'navigateBack' && hasPageBehind) state.at = 'home'
        setTimeout(() => done({ errMsg: `${name}:ok` }))
      },
    }

  // These draw the document's title above the page; they need not be told.
  if (settings.report && (settings.kind === 'messenger' || settings.kind === 'miniProgram')) {
    let last = ''
    new MutationObserver(() => {
      if (document.title !== last) note({ way: 'asked', name: 'title', data: document.title, outcome: 'ok' })
      last = document.title
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }

  function tell(news) {
    const isTaken = window.fyhBridge?.tell(news) === true
    note({ way: 'told', name: news.name, data: null, outcome: isTaken ? 'ok' : 'refused' })
    return isTaken
  }

  const keys = {
    /** The back key: the page's business where it says so, else the web view's own history. */
    back: () => {
      if (!isNative || !tell({ name: 'back' })) history.back()
    },
    logIn: ({ token, user = null }) => {
      Object.assign(state, { token, user, login: false })
      tell({ name: 'identity' })
    },
    logOut: () => {
      Object.assign(state, { token: '', user: null })
      tell({ name: 'identity' })
    },
  }
  window.simulatedHost = { state, ...keys }

  // The shell around, which the lab draws, presses the keys from its own page.
  if (settings.shells)
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source === window.parent && settings.shells.includes(origin) && Object.hasOwn(keys, data?.hostLab)) keys[data.hostLab](data)
    })
})()
