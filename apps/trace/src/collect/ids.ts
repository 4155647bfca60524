import { type Refuse, withoutPersonal } from './personal.ts'

/** An id, or nothing when it held something of somebody: then it is none. */
export function idWithoutPersonal(field: string, id: string, refuse: Refuse): string {
  return (begin.test(id) || run.test(id)) && !ours.test(id) && mayBePersonal.test(id) && withoutPersonal(id, field, refuse) !== id ? '' : id
}

/** Without one of these nothing below can be found. */
const begin = /^[A-Z]{0,2}[\d-]{7}/
const run = /\d{11}/

/** Users, loans and the like, of today and from 2028 on: none of what is looked for has their length and first digit. */
const ours = /^(?:[7-9]\d{14}|[12]\d{15})$/

/** Numbers alone, passports, and a number after a word. The ids that we make are none of these, but for a browser's, in which any digits may stand. */
const mayBePersonal = /^[A-Z]{0,2}[\d-]{7,23}[Xx]?$|^(?!.{32}$).*(?:\d{15}|(?<!\d)1[3-9]\d{9}(?!\d))/
