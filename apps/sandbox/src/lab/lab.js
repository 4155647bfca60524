// The lab's page: draws the shell of the simulated host, presses its keys, and shows what host and page say to each other.
const everyMs = 400
const find = (id) => document.getElementById(id)
const post = (path, body) =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((answer) =>
    answer.json(),
  )

const setting = { app: '', authorisation: location.origin }
window.hostLab = setting
window.reportHostCall = (call) => void post('/lab/calls', call)

document.addEventListener('DOMContentLoaded', () => {
  const { app, host, kind } = document.body.dataset
  const isNative = kind.startsWith('native')
  const frame = find('app')
  Object.assign(setting, { kind, app, silent: find('silent').checked })
  window.simulatedHost.configure(setting)

  const tell = (key, more = {}) => frame.contentWindow.postMessage({ hostLab: key, ...more }, app)
  const openAnew = (path = '/home') => {
    close('')
    frame.src = `${app}${path}`
  }
  const say = (text) => {
    find('said').hidden = text === ''
    find('said').textContent = text
  }
  const close = (why) => {
    find('closed').hidden = why === ''
    frame.hidden = why !== ''
    find('closed').textContent = why
  }

  for (const button of document.querySelectorAll('[data-press=back]'))
    button.addEventListener('click', () => (kind === 'iframe' ? window.simulatedHost.back() : tell('back')))
  find('reload').addEventListener('click', () => openAnew())
  find('own-window').href = `${app}/home`
  for (const name of ['silent', 'market'])
    find(name)?.addEventListener('change', async ({ target }) => {
      await post('/lab/manner', { host, [name]: target.checked })
      location.reload()
    })
  find('login')?.addEventListener('submit', async (event) => {
    event.preventDefault()
    say('…')
    const login = await post('/lab/login', { host, mobile: find('mobile').value })
    say(login.problem ?? `Logged in as ${login.user.mobile}`)
    if (login.problem) return
    if (isNative) tell('logIn', login)
    else openAnew(`/home?token=${encodeURIComponent(login.token)}`)
  })
  find('logout')?.addEventListener('click', async () => {
    await post('/lab/logout', { host })
    tell('logOut')
    say('Logged out in the app')
  })

  const reactions = {
    setHeader: ({ show, title }) => {
      if (isNative) find('bar').hidden = !show
      find('bar-title').textContent = title
    },
    title: (title) => {
      find('bar-title').textContent = title
    },
    jumpHome: () => close('The host shows its own home page. 宿主首页'),
    navigateBack: () => close('The mini-program shows its own page. 小程序页面'),
    back: () => close('The host closed the page. 页面已关闭'),
    backRefresh: () => close('The host closed the page and refreshed the one behind it. 页面已关闭并刷新'),
    login: () => say('The app shows its own login: use "Log in" here. 应用登录'),
    authorise: ({ address }) => {
      const link = Object.assign(document.createElement('a'), { href: address, target: '_blank', textContent: 'Authorize 授权' })
      say('')
      find('said').replaceChildren('The page requests: ', link)
      find('said').hidden = false
    },
  }

  let last
  const show = (call) => {
    const row = find('calls').insertRow(0)
    const cells = [
      call.way === 'asked' ? 'page → host' : 'host → page',
      call.name,
      call.data === null ? '' : JSON.stringify(call.data),
      call.outcome,
    ]
    for (const text of cells) row.insertCell().textContent = text
    row.cells[3].replaceChildren(
      Object.assign(document.createElement('span'), {
        className: `tag ${call.outcome === 'ok' ? 'good' : 'warn'}`,
        textContent: call.outcome,
      }),
    )
    while (find('calls').rows.length > 100) find('calls').deleteRow(-1)
  }
  const look = async () => {
    try {
      const { calls } = await (await fetch(`/lab/calls?after=${last ?? 0}`)).json()
      for (const call of calls) {
        if (call.host !== kind) continue
        show(call)
        // What was said before this page was opened is shown, and changes nothing any more.
        if (last !== undefined && call.way === 'asked' && call.outcome === 'ok') reactions[call.name]?.(call.data ?? {})
      }
      last = calls.length === 0 ? (last ?? 0) : calls[calls.length - 1].seq
    } catch {
      // The sandbox is away for a moment; the next look may find it again.
    }
    setTimeout(look, everyMs)
  }
  void look()
})
