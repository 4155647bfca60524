import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { chooseBundle, olderGaps } from './legacy/choose-bundle.ts'
import { withoutLaterParts } from './legacy/later-parts.ts'
import { withoutInstrumentation } from './legacy/router-parts.ts'

/** What /home draws with, and nearly every other screen too: one file instead of a dozen small ones. */
const everywhere =
  /\/src\/(blocks\/facts|ui\/(badge|badge-text|button|card|classes|figure|icon|list|mini-bar|note|page|press|skeleton|states|steps|tab-bar|tag|text|toast|underway|whole|words))\.(tsx?|module\.css)/

/** What forms and sheets are made of. */
const controls = /\/src\/(ui|platform)\/(?!code-)|\/query-core\/|\/react-query\//

/** What explains a plan or a price, also of a loan that there is. */
const plans = /\/src\/blocks\/(coupon-rows|explain-sheet|explain-words|period-sheet|periods-sheet|plan-table|price-sheet)\./

/** What works a loan out before it is asked for: parts that need the loan engine. */
const wishes = /\/src\/blocks\/(preview|product-rows|use-wish|wish-form)\.|\/packages\/loan-engine\//

/** What asks for a phone number or a code. */
const codes = /\/src\/(blocks\/(check-challenge|phone-login|send-code|sms-code-box|sms-wait)|ui\/code-(input|text))\./

/** Small parts that several screens beside /home are made of: one file too. */
const parts =
  /\/src\/blocks\/(agreement-box|agreement-sheet|consent-box|coupon-words|money-text|option-row|paid-out|reason-words|rule-rows|rule-words|sum-rule)\.|\/loan-engine\/(allocation-order|methods|parts)\.ts/

/**
 * Libraries and the platform: every screen needs them, so they are one file, whatever the screens share among themselves. What a
 * first visit of /home does without is left out: lists that go on, changes, people's own data.
 */
const foundation =
  /\/node_modules\/(react|react-dom|scheduler|react-router|i18next|@tanstack|zustand)\/(?!.*(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions|mutationObserver|useMutation))|\/src\/(app|host|brands|platform)\/(?!address-parts|alongside|arrival-focus|kept-screens|later-screen|old-page|other-tabs|overlay-history|scroll|second-tap|more-screens|inside-host|handed-login|other-hosts|bridge|frame|messenger|mini-program|native|behaviour|trace-queue|browser-id|visit-report|reached|released|change|entry-text|idempotency-key|typed-text|copy-text|token-owner|invite|place)|\/src\/locales\/(i18n|base\/base|zh-cn\/(shell|home))\.ts|\/src\/features\/(home\/(announced|entry-grid|home\.queries|load-borrower-home)|(capital\/capital|message\/message)\.screens)\.|\/packages\/base\/(?!chinese-data|form-fields|machine)/

const modernBuild: BuildEnvironmentOptions = {
  target: ['chrome80', 'ios13', 'safari13'],
  emptyOutDir: false,
  manifest: true,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          { name: 'foundation', test: foundation },
          { name: 'kit', test: everywhere },
          { name: 'controls', test: controls, minShareCount: 3 },
          { name: 'parts', test: parts, minShareCount: 2 },
          { name: 'plans', test: plans, minShareCount: 2 },
          { name: 'wishes', test: wishes, minShareCount: 2 },
          { name: 'tables', test: /\/(apply|loan|repay)\.screens\.ts/ },
          { name: 'cards', test: /\/src\/blocks\/(card-picker|pay-password|sms-code-rules)\./, minShareCount: 2 },
          { name: 'codes', test: codes, minShareCount: 2 },
        ],
      },
    },
  },
}

/** What Vite's own code asks of the module it is in; a classic script is none. */
const withoutModules = { 'import.meta.url': "''", 'import.meta.resolve': 'undefined' }

/** One script and one style sheet, with everything in them. */
const legacyBuild: BuildEnvironmentOptions = {
  target: ['es2015', 'chrome57', 'ios11'],
  emptyOutDir: true,
  modulePreload: false,
  cssCodeSplit: false,
  chunkSizeWarningLimit: 1_500,
  rolldownOptions: {
    input: { legacy: 'legacy/main.ts' },
    output: { format: 'iife', codeSplitting: false, assetFileNames: 'assets/legacy-[hash][extname]' },
  },
}

/** What the server draws the first page with: one module with all that it needs, beside what is served. */
const serverBuild: BuildEnvironmentOptions = {
  ssr: true,
  target: 'node24',
  emptyOutDir: false,
  copyPublicDir: false,
  rolldownOptions: {
    input: { server: 'src/server.tsx' },
    output: { format: 'es', codeSplitting: false, entryFileNames: '.server/[name].mjs' },
  },
}

/**
 * Two bundles: modules for every browser from iOS 13 and Chrome 80 on, which know modules and dynamic import, and for older ones a
 * classic script of ECMAScript 2015 with what they lack. The page chooses; tools/web-check holds each to what its browsers know.
 * A third one is for the server, which draws the first page.
 */
export default defineConfig({
  base: '/',
  plugins: [react(), chooseBundle(), olderGaps(), withoutInstrumentation(), withoutLaterParts()],
  build: { outDir: 'dist', reportCompressedSize: false, assetsInlineLimit: 0 },
  environments: {
    client: { build: modernBuild },
    legacy: { consumer: 'client', build: legacyBuild, define: withoutModules },
    drawing: {
      consumer: 'server',
      build: serverBuild,
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
  builder: {
    async buildApp({ build, environments: { legacy, client, drawing } }) {
      for (const one of [legacy, client, drawing]) if (one) await build(one)
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:8080', '/fuyh': 'http://127.0.0.1:8081' },
  },
})
