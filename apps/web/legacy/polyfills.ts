/**
 * What the code calls and the oldest browsers of the legacy bundle lack. The check of the build names what is called and neither
 * known to them nor among these lines.
 */
import 'core-js/es/global-this.js'
import 'core-js/es/array/flat-map.js'
import 'core-js/es/object/from-entries.js'
import 'core-js/es/promise/all-settled.js'
import 'core-js/es/promise/finally.js'
import 'core-js/web/queue-microtask.js'
import 'abortcontroller-polyfill/dist/polyfill-patch-fetch.js'
