// Plays the page of a partner that shows the application in a frame: answers its messages, and tells it of its own back button.
// Put into the page around by the lab and by the browser tests alike; `window.hostLab` says how it behaves.
;(() => {
  const settings = { app: '', silent: false, ...window.hostLab }
  const state = { title: null, at: 'page', authorise: null }
  const frame = () => document.querySelector('iframe')

  const put = (part) => void Object.assign(state, part)

  const powers = {
    setHeader: ({ title }) => put({ title }),
    jumpHome: () => put({ at: 'home' }),
    back: () => put({ at: 'closed' }),
    // Only the messenger's own authorisation page, or the stand-in where a lab says so, may take this page's place.
    authorise: ({ address }) => {
      if (new URL(address).origin !== (settings.authorisation ?? 'https://open.weixin.qq.com')) throw new Error('another place')
      state.authorise = address
    },
  }

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame()?.contentWindow || origin !== settings.app || data?.fyh !== 1) return
    const call = { host: settings.kind ?? 'iframe', way: 'asked', name: data.name, data: data.data }
    const outcome = settings.silent ? 'silent' : outcomeOf(data)
    window.reportHostCall?.({ ...call, outcome })
    if (outcome !== 'silent')
      source.postMessage({ fyh: 1, id: data.id, outcome, ...(outcome === 'refused' && { why: 'unsupported' }) }, origin)
  })

  function outcomeOf({ name, data }) {
    try {
      powers[name](data ?? {})
      return 'ok'
    } catch {
      return 'refused'
    }
  }

  window.simulatedHost = {
    state,
    configure: (more) => void Object.assign(settings, more),
    back: () => frame().contentWindow.postMessage({ fyh: 1, name: 'back' }, settings.app),
  }
})()
