import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { operatorPath } from './frame.ts'

const own = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
/** The library's own build for pages stands beside the one that its package names. */
const chartFile = join(dirname(createRequire(import.meta.url).resolve('chart.js')), 'chart.umd.min.js')

/** Style, script and chart library, from this process: the pages load nothing from anywhere else. */
export function assetRoutes(app: FastifyInstance): void {
  const assets = {
    'operator.css': own('operator.css') + own('forms.css') + own('figures.css'),
    'operator.js': own('operator.js'),
    'chart.js': readFileSync(chartFile, 'utf8'),
  }
  for (const [name, text] of Object.entries(assets)) {
    app.get(`${operatorPath}/assets/${name}`, async (_, reply) =>
      reply
        .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        .header('cache-control', 'private, max-age=300')
        .send(text),
    )
  }
}
