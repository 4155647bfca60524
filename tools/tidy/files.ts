import { basename } from 'node:path'
import { importsOf, isCode, isGenerated, isTest, type Repository, shippedCode } from './repository.ts'

const linesMax = 300

export function longFiles(repository: Repository): string[] {
  return [...repository]
    .filter(([file]) => (isCode(file) || /^apps\/web\/.*\.css$/.test(file)) && !isTest(file) && !isGenerated(file))
    .map(([file, text]) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > linesMax)
    .map(({ file, lines }) => `${file} has ${lines} lines, at most ${linesMax}: split it by what it does`)
}

/** Started or read by name and not by an import. */
const entryPoints = [
  /^apps\/[^/]+\/src\/(main|worker|reconcile|servicing|keys|command)\.tsx?$/,
  /^apps\/web\/src\/server\.tsx$/,
  /(^|\/)[a-z]+\.config\.ts$/,
  /^apps\/web\/legacy\/main\.ts$/,
  /^tools\/launch\/[^/]+\.(mjs|ts)$/,
  /^tools\/(docs\/(docs|tables)|new\/new|golden\/golden|schema\/schema|mutants\/mutants|web-check\/check)\.ts$/,
  /^tools\/postgres\/vitest-cluster\.ts$/,
  /^bench\/(bench|bare-server)\.ts$/,
  /^bench\/reference\//,
  /^tools\/tidy\//,
  // Found by a pattern, not by name.
  /^apps\/web\/src\/locales\/(zh-cn|en-us)\//,
  /^e2e\//,
]

/** Files of the programs that nothing but a test, or nothing at all, refers to. */
export function deadFiles(repository: Repository): string[] {
  const used = new Set<string>()
  for (const [file, text] of repository) {
    if (!/\.(ts|tsx|mjs|css|html)$/.test(file) || isTest(file)) continue
    for (const { target } of importsOf(file, text)) used.add(target)
  }
  const candidates = [...repository.keys()].filter(
    (file) => (isCode(file) || /\.module\.css$/.test(file)) && !isTest(file) && !isGenerated(file),
  )
  return candidates
    .filter((file) => !entryPoints.some((entry) => entry.test(file)) && !used.has(file) && !isNamedIn(repository, file))
    .map((file) => `${file}: nothing imports it; delete it, or name it among the entry points`)
}

/** Configuration names files by their path. */
function isNamedIn(repository: Repository, file: string): boolean {
  return [...repository].some(
    ([other, text]) => /(^|\/)(package\.json|[a-z]+\.config\.ts|tsconfig.*\.json|index\.html)$/.test(other) && text.includes(file),
  )
}

const foreign: [RegExp, string][] = [
  [/(?<![\w.:/-])\/(work|root|home\/[a-z]\w*|Users\/\w+)\/[\w.-]/, 'a path of one machine'],
  [/https?:\/\/(registry\.(?!npmjs\.org\b)|[\w.-]*\b(artifactory|nexus|verdaccio|npmmirror)\b)/, 'the host of a package registry'],
  [/^registry\s*=/m, 'a package registry'],
  [/\b(Claude|ChatGPT|Copilot|Anthropic|OpenAI)\b/, 'a tool of its making'],
  [/\bhelper \d\b|\bissue #?\d+\b/i, 'how it was made'],
]

/** The repository speaks of the project alone. */
export function foreignWords(repository: Repository): string[] {
  return [...repository].flatMap(([file, text]) => {
    if (file.startsWith('tools/tidy/')) return []
    return foreign.flatMap(([what, name]) => (what.test(text) ? [`${file}: ${what.exec(text)?.[0]} is ${name}`] : []))
  })
}

/** Names by noun and verb; a drawer for everything is no name. */
export function vagueNames(repository: Repository): string[] {
  return shippedCode(repository)
    .map(([file]) => file)
    .filter((file) => /\/(index|utils?|helpers?|common|misc)\.tsx?$/.test(file) || !/^[a-z0-9.-]+$/.test(basename(file)))
    .map((file) => `${file}: name it by what it holds, in kebab-case`)
}

/** Decisions are found by their number: each has one of its own, without gaps. */
export function decisionNumbers(repository: Repository): string[] {
  const files = [...repository.keys()].filter((file) => /^docs\/adr\/.*\.md$/.test(file)).sort()
  return files
    .filter((file, index) => !basename(file).startsWith(`${String(index + 1).padStart(4, '0')}-`))
    .map((file) => `${file}: decisions are numbered 0001, 0002, … without gaps`)
}

/** Properties of style sheets that nothing reads, so that whoever changes one changes nothing. */
export function unreadProperties(repository: Repository): string[] {
  const web = [...repository].filter(([file]) => /^apps\/web\/.*\.(css|tsx|html)$/.test(file) && !isTest(file))
  const all = web.map(([, text]) => text).join('\n')
  // `var(--space-${gap})` reads whatever begins like it.
  const begun = [...all.matchAll(/var\((--[\w-]+)\$\{/g)].map(([, name = '']) => name)
  const isRead = (name: string) => new RegExp(`var\\(\\s*${name}\\b(?!-)`).test(all) || begun.some((start) => name.startsWith(start))
  return web.flatMap(([file, text]) =>
    [...new Set([...text.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name))]
      .filter((name) => !isRead(name))
      .map((name) => `${file} sets ${name}, which nothing reads`),
  )
}
