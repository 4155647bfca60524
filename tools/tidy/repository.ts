import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Text files by their path from the root of the repository. A rule is a function over this, so a test can hand it a made-up one. */
export type Repository = ReadonlyMap<string, string>

/** `file` marks a path taken by `new URL`, which may be a folder or data. */
export type Import = { target: string; kind: 'value' | 'type' | 'dynamic' | 'file' }

const foldersLeftOut = new Set(['node_modules', '.git', '.data', 'dist', 'shots', 'test-results', 'playwright-report'])
const textFile = /\.(ts|tsx|mjs|css|html|sql|md|json|yml)$|(^|\/)(\.npmrc|\.gitignore|run)$/

export function readRepository(root: string): Repository {
  return new Map(filesBelow(root, '').map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return foldersLeftOut.has(entry.name) ? [] : filesBelow(root, path)
    return entry.isFile() && textFile.test(entry.name) ? [path] : []
  })
}

export function isCode(file: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts')
}

export function isGenerated(file: string): boolean {
  return /(^|\/)generated\/|\.generated\./.test(file)
}

/** Tests and what only tests use. */
export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$|(^|\/)test-[^/]+\.tsx?$|(^|\/)(scripted[a-z-]*|fake|suite|sandbox-process)\.tsx?$|-(for|under)-test\.ts$|\.example\.ts$|\/stand-ins\/|^e2e\//.test(
    file,
  )
}

/** The code of a program's parts: neither tests nor generated. */
export function shippedCode(repository: Repository): [file: string, text: string][] {
  return [...repository].filter(([file]) => isCode(file) && !isTest(file) && !isGenerated(file))
}

/** Code without its comments, line numbers kept, so that words in a comment break no rule. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[\s;{}(,])\/\/.*$/gm, '$1')
}

const statement = /^[ \t]*(import|export)\s+(type\s+)?((?:[\w*{}\s,$]+?)\s+from\s+)?['"]([^'"\n]+)['"]/gm
const dynamicImport = /\b(typeof\s+)?import\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]\s*\)/g
const urlOfFile = /new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url\s*\)/g

export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = []
  const add = (spec: string | undefined, kind: Import['kind']) => {
    if (spec) found.push({ target: targetOf(file, spec), kind })
  }
  for (const [, , type, names, spec] of text.matchAll(statement)) add(spec, type || onlyTypes(names) ? 'type' : 'value')
  for (const [, type, spec] of text.matchAll(dynamicImport)) add(spec, type ? 'type' : 'dynamic')
  for (const [, spec] of text.matchAll(urlOfFile)) add(spec, 'file')
  return found
}

/** `{ type A, type B } from` brings nothing at run time. */
function onlyTypes(names: string | undefined): boolean {
  const inner = /^\{([\s\S]*)\}/.exec(names?.trim() ?? '')?.[1]
  if (inner === undefined) return false
  const each = inner.split(',').map((name) => name.trim())
  return each.filter((name) => name !== '').every((name) => name.startsWith('type '))
}

/** Where an import leads: a path from the root, `node:…` or `npm:<package>`. */
function targetOf(file: string, spec: string): string {
  const plain = spec.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return posix.join(dirname(file), plain)
  if (plain.startsWith('#')) return `${file.split('/').slice(0, 2).join('/')}/src/${plain.slice(1)}`
  if (plain.startsWith('@fyh/')) return `packages/${plain.slice(5)}`
  if (plain.startsWith('node:')) return plain
  return `npm:${plain
    .split('/')
    .slice(0, plain.startsWith('@') ? 2 : 1)
    .join('/')}`
}
