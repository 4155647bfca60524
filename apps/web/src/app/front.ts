import type { ComponentType } from 'react'
import { Outlet } from 'react-router'
import type { TableEntry } from './screens.ts'

let keeping: ComponentType | undefined
let front: ComponentType = Outlet

/** What keeps screens alive comes with the first of them. */
export async function loadKeeping(): Promise<void> {
  keeping = (await import('./kept-screens.tsx')).KeptScreens
}

let drawing = 0
/** Lets the next navigation draw every screen anew, also the one it stays on: another person is in front now. */
export function drawAnew(): void {
  drawing += 1
}
export const drawingNow = (): number => drawing

/** Draws the screen in front: the router's outlet, from the first kept screen on with those behind it. */
export function frontOf(entry: TableEntry | undefined): ComponentType {
  if (entry?.screen.meta.keepAlive === true && keeping !== undefined) front = keeping
  return front
}
