import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { IdCardGuideScreen } from './id-card-guide-screen.tsx'

afterEach(cleanup)

const samples = (title: string) =>
  within(screen.getByRole('heading', { level: 3, name: title }).closest('section') ?? document.body).getAllByRole('listitem')

test('R2.15 shows with pictures how the card is photographed well, and what is refused', async () => {
  await openScreen(IdCardGuideScreen, ['apply'])
  expect(samples('这样拍').map(({ textContent }) => textContent)).toEqual(['人像面：边框完整、文字清晰', '国徽面：有效期清晰可见'])
  expect(samples('避免这样').map(({ textContent }) => textContent)).toEqual(['边角缺失', '反光遮挡', '模糊不清'])
  for (const sample of [...samples('这样拍'), ...samples('避免这样')]) expect(sample.querySelector('svg')).not.toBeNull()
})

test('R2.15 says what to do where the camera may not be used, and leads on to the photos', async () => {
  const { here } = await openScreen(IdCardGuideScreen, ['apply'])
  expect(screen.getByText(/从相册中选择已拍好的照片/)).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))
  expect(here()).toBe('/applyIdentity')
})
