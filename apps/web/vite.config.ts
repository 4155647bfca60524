import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What /home draws with, and nearly every other screen too: one file instead of a dozen small ones. */
const everywhere =
  /\/src\/ui\/(badge|badge-text|button|card|classes|figure|icon|list|mini-bar|note|page|press|skeleton|states|steps|tab-bar|tabs|tag|text|toast|underway|words)\.(tsx?|module\.css)/

/** What several screens beside /home are made of: one file too, and a first load that names fewer files. */
const parts = /\/src\/(ui|blocks)\//

/** Libraries and the platform: every screen needs them, so they are one file, whatever the screens share among themselves. */
const foundation =
  /\/node_modules\/(react|react-dom|scheduler|react-router|i18next|@tanstack|zustand)\/|\/src\/(app|host|brands|platform)\/(?!alongside|arrival-focus|kept-screens|later-screen|other-tabs|overlay-history|scroll|more-screens|inside-host|handed-login|other-hosts|bridge|frame|messenger|mini-program|native|behaviour|trace-queue|browser-id|visit-report)|\/src\/locales\/(i18n|base\/base|zh-cn\/(shell|home))\.ts|\/packages\/base\//

/**
 * One set of modules for every browser from iOS 13 and Chrome 80 on: they all know modules and dynamic import, so there
 * is no second, older bundle, and with it none of the inline scripts and data: modules that a strict script-src forbids.
 */
export default defineConfig({
  base: '/',
  plugins: [react()],
  build: {
    target: ['chrome80', 'ios13', 'safari13'],
    outDir: 'dist',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: foundation },
            { name: 'kit', test: everywhere },
            { name: 'parts', test: parts, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:8080', '/fuyh': 'http://127.0.0.1:8081' },
  },
})
