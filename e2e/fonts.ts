import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const { resolve } = createRequire(import.meta.url)
const cache = fileURLToPath(new URL('../node_modules/.cache/fonts', import.meta.url))

/** The families that phones in China show, both named by the web's styles: Roboto for English, Noto Sans SC for Chinese. */
const families = ['roboto', 'noto-sans-sc'].map((family) => dirname(resolve(`@expo-google-fonts/${family}/package.json`)))
/** The weights used by the web's styles, by the folder in which the packages keep them. */
const weights = ['400Regular', '500Medium', '600SemiBold', '700Bold']

/** The only folders in which Chromium finds a font. */
export const fontFolders = families.flatMap((family) => weights.map((weight) => join(family, weight)))

/**
 * A configuration of fontconfig that includes nothing of the machine: texts are as wide, and pictures look the same, whichever fonts
 * are installed. Hinting fits shapes to pixels by the machine's settings, so it is off.
 */
export const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${fontFolders.map((folder) => `  <dir>${escaped(folder)}</dir>`).join('\n')}
  <cachedir>${escaped(cache)}</cachedir>
  <alias binding="same"><family>sans-serif</family><prefer><family>Roboto</family><family>Noto Sans SC</family></prefer></alias>
  <alias binding="same"><family>system-ui</family><prefer><family>Roboto</family><family>Noto Sans SC</family></prefer></alias>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`

/** Writes the configuration and returns the environment in which Chromium uses it. Systems other than Linux have no fontconfig. */
export function fontEnvironment(): Record<string, string> {
  mkdirSync(cache, { recursive: true })
  const path = join(cache, 'fonts.conf')
  // Several workers write the same text at once; none of them reads half of it.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, fontConfiguration)
  renameSync(draft, path)
  return { FONTCONFIG_FILE: path }
}

function escaped(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
