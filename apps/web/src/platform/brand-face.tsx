import { createContext, type ReactNode, useContext } from 'react'

/** What a screen may know of the brand: its name and mark, ready to show. Colours come through the tokens. */
export type BrandFace = { readonly name: string; readonly mark: string }

const FaceContext = createContext<BrandFace>({ name: '', mark: '' })

export const BrandFaceProvider = ({ face, children }: { face: BrandFace; children: ReactNode }) => (
  <FaceContext value={face}>{children}</FaceContext>
)

/** For the top of the main places: `<BrandTop {...useBrandFace()} />`. */
export const useBrandFace = (): BrandFace => useContext(FaceContext)
