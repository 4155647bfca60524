/** Whether a payment password is among the first that a thief tries: one digit repeated, digits in a row, or the end of the phone number. */
export function isWeakPassword(password: string, mobile: string): boolean {
  const steps = [...password].slice(1).map((digit, at) => (Number(digit) - Number(password[at]) + 10) % 10)
  const isEven = steps.every((step) => step === steps[0])
  return (isEven && [0, 1, 9].includes(steps[0] ?? 0)) || mobile.endsWith(password)
}
