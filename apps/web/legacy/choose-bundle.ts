import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const tags = /[ \t]*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)") crossorigin[^>]*>(?:<\/script>)?\n/g

/**
 * Writes the tags of the built page by a line of script in their place: those of the modules where the browser passes the test,
 * those of the legacy bundle, which is built before, elsewhere. So nobody loads both, and what is written is read as if it had
 * stood there: styles first, modules after the page. The script stands in the page itself, so that it costs no request; the server
 * allows it by its hash. `Promise.allSettled` came with iOS 13 and Chrome 76, and 76 to 79 run what is built for 80.
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
      handler(html) {
        const modern = (html.match(tags) ?? []).map((tag) => tag.trim())
        const choice = `<script>document.write(Promise.allSettled?${quoted(modern)}:${quoted(legacyTags(outDir))})</script>`
        return html.replace(tags, '').replace('</head>', `  ${choice}\n  </head>`)
      },
    },
  }
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
