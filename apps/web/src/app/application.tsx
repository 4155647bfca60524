import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { type BrandFace, BrandFaceProvider } from '#platform/brand-face.tsx'
import type { AppRouter } from './router.tsx'

export function Application({ router, client, face }: { router: AppRouter; client: QueryClient; face: BrandFace }) {
  return (
    <QueryClientProvider client={client}>
      <BrandFaceProvider face={face}>
        <RouterProvider router={router} />
      </BrandFaceProvider>
    </QueryClientProvider>
  )
}
