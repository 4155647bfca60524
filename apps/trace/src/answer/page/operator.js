// Draws each chart from the table beside it, and keeps the overview fresh. The figures are those of the tables; nothing else is sent.
const refreshMs = 5000
const charts = new Map()

const token = (name) => {
  // A canvas knows no light-dark(), so the browser is asked what the token comes to.
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function drawAll() {
  for (const plot of document.querySelectorAll('[data-chart]')) draw(plot)
}

function draw(plot) {
  const table = document.getElementById(plot.dataset.table)
  if (table === null || typeof Chart === 'undefined') return
  charts.get(plot.dataset.table)?.destroy()
  const chart = new Chart(plot.querySelector('canvas'), settingsOf(plot.dataset.chart, seriesOf(table)))
  charts.set(plot.dataset.table, chart)
}

/** Rows are the places on the axis, the columns marked data-plotted the series. */
function seriesOf(table) {
  const heads = [...table.tHead.rows[0].cells]
  const rows = [...table.tBodies[0].rows]
  const naming = heads.flatMap((head, at) => ('label' in head.dataset ? [at] : []))
  const labels = rows.map(({ cells }) => (naming.length > 0 ? naming : [0]).map((at) => cells[at].textContent.trim()).join(' · '))
  const series = heads.flatMap((head, at) =>
    'plotted' in head.dataset
      ? [
          {
            label: head.textContent,
            data: rows.map(({ cells }) => ('value' in cells[at].dataset ? Number(cells[at].dataset.value) : null)),
          },
        ]
      : [],
  )
  // Newest days stand first in a table and last on an axis.
  return labels.length > 1 && /^\d{4}-/.test(labels[0]) && labels[0] > labels[labels.length - 1]
    ? { labels: labels.reverse(), series: series.map((one) => ({ ...one, data: one.data.reverse() })) }
    : { labels, series }
}

function settingsOf(kind, { labels, series }) {
  const isLine = kind === 'line'
  const tones = [token('--action'), token('--second')]
  const ink = token('--ink-2')
  const grid = token('--line')
  const lettersMax = document.body.clientWidth < 720 ? 16 : 28
  const tick = (value) => shortened(labels[value] ?? '', lettersMax)
  const names = { grid: { display: false }, ticks: { color: ink, autoSkip: isLine, maxRotation: 0, callback: tick } }
  const figures = { beginAtZero: true, grid: { color: grid }, ticks: { color: ink, precision: isLine ? 0 : undefined, maxTicksLimit: 6 } }
  return {
    type: isLine ? 'line' : 'bar',
    data: {
      labels,
      datasets: series.map((one, at) => ({
        ...one,
        borderColor: tones[at],
        backgroundColor: tones[at],
        borderWidth: isLine ? 2 : 0,
        pointRadius: isLine && labels.length > 31 ? 0 : 3,
        maxBarThickness: 28,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: isLine ? 'x' : 'y',
      interaction: { mode: 'index', intersect: false, axis: isLine ? 'x' : 'y' },
      plugins: { legend: { display: series.length > 1, labels: { color: ink, boxWidth: 12 } } },
      scales: isLine ? { x: names, y: figures } : { y: names, x: figures },
    },
  }
}

/** Of a moment the time of day is enough on an axis; long names are cut, the table has them whole. */
function shortened(label, lettersMax) {
  const time = /^\d{4}-\d\d-\d\d (\d\d:\d\d)/.exec(label)
  if (time !== null) return time[1]
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return label.slice(5)
  return label.length > lettersMax ? `${label.slice(0, lettersMax - 1)}…` : label
}

/** Fetches the page again and takes over what lives; what is open stays open, and where the reader is stays as it is. */
async function refresh(note) {
  if (document.hidden) return say(note, note.dataset.paused)
  try {
    const response = await fetch(location.href, { headers: { 'x-refresh': '1' }, redirect: 'manual' })
    // The session has ended: the way in is shown instead.
    if (response.type === 'opaqueredirect') return location.reload()
    if (!response.ok) return say(note, note.dataset.lost)
    takeOver(new DOMParser().parseFromString(await response.text(), 'text/html'))
    say(note, note.dataset.running)
  } catch {
    say(note, note.dataset.lost)
  }
}

function takeOver(fresh) {
  for (const shown of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(shown.id)
    const isUsed = shown.contains(document.activeElement)
    if (next === null || isUsed) continue
    const open = [...shown.querySelectorAll('details')].map((part) => part.open)
    shown.replaceChildren(...next.childNodes)
    for (const [at, part] of [...shown.querySelectorAll('details')].entries()) part.open = open[at] ?? false
  }
  drawAll()
}

function say(note, text) {
  if (note.textContent !== text) note.textContent = text
}

// A browser that comes back fills forms as they were left; here they say what the address says.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
  for (const form of document.querySelectorAll('form.filter')) form.reset()
})
// A second press while the first is on its way would do the same again.
addEventListener('submit', (event) => {
  if (event.target.method !== 'post') return
  if ('sent' in event.target.dataset) event.preventDefault()
  event.target.dataset.sent = ''
})
drawAll()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)
const note = document.querySelector('[data-refresh]')
if (note !== null) {
  note.dataset.running = note.textContent
  setInterval(() => void refresh(note), refreshMs)
  document.addEventListener('visibilitychange', () => void refresh(note))
}
