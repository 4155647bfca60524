import { banks } from './banks.ts'

export type Issuer = { readonly bankCode: string; readonly bankName: string; readonly kind: 'debit' | 'credit' }

const binDigitsMax = 10

/** Which bank issued a card, by the longest issuer number its digits begin with. Undefined for a bank that is not supported. */
export function issuerOf(cardNumber: string): Issuer | undefined {
  for (let digits = binDigitsMax; digits > 0; digits -= 1) {
    const issuer = issuers.get(cardNumber.slice(0, digits))
    if (issuer !== undefined) return issuer
  }
  return undefined
}

/** The name behind a code of ours; a bank that left the table keeps its cards. */
export function bankNameOf(bankCode: string): string {
  return banks.find((bank) => bank.bankCode === bankCode)?.bankName ?? bankCode
}

const issuers: ReadonlyMap<string, Issuer> = new Map(
  banks.flatMap(({ bankCode, bankName, debit, credit }) => [
    ...debit.map((bin): [string, Issuer] => [bin, { bankCode, bankName, kind: 'debit' }]),
    ...credit.map((bin): [string, Issuer] => [bin, { bankCode, bankName, kind: 'credit' }]),
  ]),
)
