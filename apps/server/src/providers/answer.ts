/**
 * What every call to an outside party comes to. `unknown` is the third answer: no word within the time limit, a fault on their side
 * or a signature that does not hold. Whether the act happened is then open, so money calls are asked after until it is known.
 */
export type Answer<Ok extends object = object, Reason extends string = string> =
  | ({ readonly answer: 'ok' } & Readonly<Ok>)
  | { readonly answer: 'refused'; readonly reason: Reason }
  | { readonly answer: 'unknown' }

/** Names the call for good: the same key again gets the first outcome again and acts no second time. At most 80 characters. */
export type Keyed = { readonly key: string }
