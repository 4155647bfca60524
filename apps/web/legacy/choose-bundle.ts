import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { earlyScript } from './early-script.ts'

const tags = /[ \t]*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)") crossorigin[^>]*>(?:<\/script>)?\n/g

/**
 * Writes the tags of the built page by a line of script in their place: those of the modules where the browser passes the test,
 * those of the legacy bundle, which is built before, elsewhere. So nobody loads both, and what is written is read as if it had
 * stood there. The script stands in the page itself, so that it costs no request; the server
 * allows it by its hash. `Promise.allSettled` came with iOS 13 and Chrome 76, and 76 to 79 run what is built for 80.
 *
 * The styles of the first screen stand in the page, so that nothing is fetched before the first paint; their files are named as disabled
 * sheets, which no browser fetches and which keep later screens from asking for them.
 */
export function chooseBundle(): Plugin {
  let outDir = ''
  return {
    name: 'choose-bundle',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const scripts = (html.match(tags) ?? []).map((tag) => tag.trim()).filter((tag) => !tag.includes('rel="stylesheet"'))
        const { names, text, screens } = firstStyles(bundle)
        const known = names.map((name) => `<link rel="stylesheet" crossorigin disabled href="/${name}">`)
        const ahead = screens.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
        const choice = `document.write(Promise.allSettled?${quoted([...scripts, ...ahead, ...known])}:${quoted(legacyTags(outDir))})`
        const head = `  <style>${text}</style>\n    <script>${earlyScript};${choice}</script>\n  </head>`
        return html.replace(tags, '').replace('</head>', () => head)
      },
    },
  }
}

/** Styles of the entry and of what every screen draws with, in the order in which they were linked; and that chunk, which is fetched at once. */
function firstStyles(bundle: Rolldown.OutputBundle): { names: string[]; text: string; screens: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const kit = chunks.filter(({ name }) => name === 'kit')
  const first = [...chunks.filter(({ name }) => name === 'foundation'), ...chunks.filter(({ isEntry }) => isEntry), ...kit]
  const names = first.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const texts = names.map((name) => {
    const file = bundle[name]
    if (file?.type !== 'asset') throw new Error(`the build has no style sheet ${name}`)
    return String(file.source).trim()
  })
  return { names, text: texts.join(''), screens: kit.map(({ fileName }) => fileName) }
}

function legacyTags(outDir: string): string[] {
  const files = readdirSync(join(outDir, 'assets')).filter((file) => file.startsWith('legacy-'))
  return files.map((file) =>
    file.endsWith('.css') ? `<link rel=stylesheet href=/assets/${file}>` : `<script defer src=/assets/${file}></script>`,
  )
}

/** As a text of the script: an end tag in it would end the script. */
function quoted(written: string[]): string {
  return `'${written.join('').replaceAll('</', '<\\/')}'`
}
/** The first grids know their gaps by the older name, which every browser still takes; a gap of a flex box is in neither bundle. */
export function olderGaps(): Plugin {
  return {
    name: 'older-gaps',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'legacy',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = String(file.source).replace(/(?<=[{;])(row-|column-)?gap:/g, (name) => `grid-${name}`)
        }
      },
    },
  }
}
