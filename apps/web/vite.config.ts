import legacy from '@vitejs/plugin-legacy'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * One set of modules for every browser from iOS 13 and Chrome 80 on: they all know modules and dynamic import, so there
 * is no second, older bundle, and with it none of the inline scripts and data: modules that a strict script-src forbids.
 * The missing built-ins are listed one by one, because detection would add fifteen kilobytes of what nobody uses.
 */
const missingBuiltIns = [
  'es.array.at',
  'es.string.at-alternative',
  'es.string.replace-all',
  'es.object.has-own',
  'es.promise.with-resolvers',
  'es.array.find-last',
  'web.structured-clone',
]

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    legacy({
      renderLegacyChunks: false,
      modernTargets: ['chrome >= 80', 'ios >= 13', 'safari >= 13'],
      modernPolyfills: missingBuiltIns,
    }),
  ],
  build: { outDir: 'dist', manifest: true, modulePreload: { polyfill: false }, reportCompressedSize: false, assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:8080', '/fuyh': 'http://127.0.0.1:8081' },
  },
})
