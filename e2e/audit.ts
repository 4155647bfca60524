import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core calls serious or critical, each with the place it was found. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const results = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** Whether the page is wider than its window: by how many pixels, and what stands out. Nothing when it is not. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const outside = [...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > clientWidth + 0.5)
    return [`${scrollWidth - clientWidth} px`, ...outside.map((part) => part.outerHTML.slice(0, 160))]
  })

/** The same with text of twice the size. */
export async function overflowAtDoubleText(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const wider = await overflow(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  return wider
}

/** Lines that look like a key of the packs, or a sentence whose figures were not filled in. */
export const keysIn = (text: string): string[] =>
  text.split('\n').filter((line) => /\{\{|\}\}|undefined|\[object|^(?:[a-z]\w*:)?[a-z][a-zA-Z]*(?:\.\w+)+$/.test(line.trim()))

/** Chinese on a page in English that did not come from the server. */
export const strayChinese = (text: string, answers: string): string[] =>
  [...text.matchAll(/\p{Script=Han}[\p{Script=Han}·*]*/gu)]
    .map(([run]) => run)
    .filter((run) => !answers.includes(run) && run !== '简体中文')

/** Buttons, links and boxes under 44 px a side. Links inside a sentence are as high as its lines. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = [...document.querySelectorAll<HTMLElement>('button, a[href], input')]
    const seen = targets.filter(
      (target) => target.checkVisibility() && target.tabIndex >= 0 && target.parentElement?.closest('label') === null,
    )
    const enough = (side: number) => side >= 43.5
    return seen
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && !(enough(box.width) && enough(box.height)))
      .map(({ target, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${target.outerHTML.slice(0, 120)}`)
  })

/** UI-17: the phone zooms into a box whose text is under 16 px. */
export const smallInputs = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=file]), textarea, select')]
      .filter((box) => Number.parseFloat(getComputedStyle(box).fontSize) < 16)
      .map((box) => box.outerHTML.slice(0, 120)),
  )

/** Adds up what moves without a touch from now on, on every page that is opened. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const own: { shifts?: number } & Window = window
    own.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
          own.shifts = (own.shifts ?? 0) + Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
export const shifts = (page: Page): Promise<number> => page.evaluate(() => Number('shifts' in window ? window.shifts : 0))

/**
 * Texts that lie over one another, within one and the same part of the page: what is scrolled out of its frame or only spoken is left out.
 */
export const overlaps = (page: Page, parts: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const isClipping = (part: Element) => getComputedStyle(part).overflow !== 'visible'
    const frameOf = (part: Element | null): Element[] =>
      part === null ? [] : isClipping(part) ? [part, ...frameOf(part.parentElement)] : frameOf(part.parentElement)
    const shown = ({ left, right, top, bottom }: DOMRect, frames: DOMRect[]) => ({
      left: Math.max(left, ...frames.map((frame) => frame.left)),
      right: Math.min(right, ...frames.map((frame) => frame.right)),
      top: Math.max(top, ...frames.map((frame) => frame.top)),
      bottom: Math.min(bottom, ...frames.map((frame) => frame.bottom)),
    })
    const textsOf = (part: Element) => {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      const found: { said: string; box: ReturnType<typeof shown> }[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        // A closed answer keeps its layout boxes, although nothing of it is drawn.
        if (node.parentElement?.checkVisibility() === false) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const frames = frameOf(node.parentElement).map((frame) => frame.getBoundingClientRect())
        for (const box of range.getClientRects()) found.push({ said: node.textContent ?? '', box: shown(box, frames) })
      }
      return found.filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
    }
    type Box = ReturnType<typeof shown>
    // A line's box is higher than its letters, by a third with Chinese fonts: those of two lines may meet.
    const cross = (one: Box, other: Box) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.bottom - one.top, other.bottom - other.top) / 3
    return [...document.querySelectorAll(selector)].flatMap((part) => {
      const texts = textsOf(part)
      return texts.flatMap(({ said, box }, place) =>
        texts
          .slice(place + 1)
          .filter((other) => other.said !== said && cross(box, other.box))
          .map((other) => `${said} | ${other.said}`),
      )
    })
  }, parts)

/**
 * What a narrow window does to a page besides making it wider: amounts and codes that are cut, code boxes or amounts under the button beside
 * them, and words of three lines or more with a character or two each.
 */
export const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = (part: Element) => part.outerHTML.slice(0, 140)
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((part) => part.checkVisibility())
    const numbers = all('input[inputmode=numeric], input[inputmode=decimal]')
    // A card number of 19 digits is longer than the window is wide, and moves in its box.
    const isCut = (part: HTMLElement) =>
      part instanceof HTMLInputElement && part.value !== '' && part.autocomplete !== 'cc-number' && part.scrollWidth > part.clientWidth + 1
    const cut = numbers.filter(isCut)
    const isWord = (node: Node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim().length > 3
    const narrow = all('body *:not(script, style)').filter((part) => {
      if (![...part.childNodes].some(isWord)) return false
      const range = document.createRange()
      range.selectNodeContents(part)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
      const width = Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left))
      const isShown = getComputedStyle(part).clipPath === 'none'
      const isColumn = new Set(lines.map(({ top }) => Math.round(top))).size > 2
      return isShown && isColumn && width < 2.5 * Number.parseFloat(getComputedStyle(part).fontSize)
    })
    // A button in a line is larger than its words, so that a finger finds it: what must not be covered are these.
    const words = all('button[data-kind=text] > span')
    const covered = [...numbers, ...all('[aria-hidden] > [class*=box]')].flatMap((part) => {
      const box = part.getBoundingClientRect()
      return words
        .filter((word) => word.closest('form') === part.closest('form'))
        .filter((word) => {
          const over = word.getBoundingClientRect()
          const across = Math.min(box.right, over.right) - Math.max(box.left, over.left)
          return across > 2 && Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > 2
        })
        .map((word) => `under a button: ${said(part)} | ${said(word)}`)
    })
    return [...cut.map((part) => `cut: ${said(part)}`), ...narrow.map((part) => `a character a line: ${said(part)}`), ...covered]
  })

/**
 * Texts that React holds as nodes of their own, beside others: a translator that moves them breaks the page or leaves them stale. A sentence
 * is exempt, which is replaced whole when it changes.
 */
export const looseTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (Object.keys(node).some((key) => key.startsWith('__reactFiber')) && node.parentElement?.matches('[data-sentence]') === false)
        found.push(node.parentElement?.outerHTML.slice(0, 160) ?? '')
    return found
  })

/** What a browser's page translation does: each text is taken out, and two font elements with another text stand in its place. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node.nodeValue?.trim() !== '') texts.push(node)
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.nodeValue
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
  })
