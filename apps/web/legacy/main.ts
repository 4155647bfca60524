import './polyfills.ts'
import '../src/main.tsx'
