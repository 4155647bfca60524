import { randomInt } from 'node:crypto'

export const randomDigits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0')
