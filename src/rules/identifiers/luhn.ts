/** Returns the Luhn check digit (ISO/IEC 7812-1, annex B) for a text of digits without one. */
export function luhnCheckDigit(digits: string): string {
  let sum = 0;
  let doubled = true;
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits.charCodeAt(i) - 48;
    const weighted = doubled ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
    doubled = !doubled;
  }
  return String((10 - (sum % 10)) % 10);
}
