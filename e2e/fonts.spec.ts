import process from 'node:process'
import { expect, test } from './harness.ts'

test.skip(process.platform !== 'linux', 'only Linux chooses fonts by fontconfig')

test('texts are drawn with fonts of the packages and no font of the machine', async ({ page }) => {
  const wishes = ['"Noto Sans SC"', 'Roboto', 'system-ui', 'monospace', '"DejaVu Sans"', '"WenQuanYi Zen Hei"']
  await page.setContent(wishes.map((family) => `<p style='font-family:${family}'>借款 12,345.00 <b>Total</b></p>`).join(''))
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')
  const { root } = await devTools.send('DOM.getDocument')
  const { nodeIds } = await devTools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p, b' })
  const usedFonts = await Promise.all(nodeIds.map((nodeId) => devTools.send('CSS.getPlatformFontsForNode', { nodeId })))
  const names = new Set(usedFonts.flatMap(({ fonts }) => fonts.map(({ postScriptName }) => postScriptName)))
  expect([...names].sort()).toEqual(['NotoSansSC-Bold', 'NotoSansSC-Regular', 'Roboto-Bold', 'Roboto-Regular'])
})
