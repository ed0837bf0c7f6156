export const number = (value: number): string => value.toLocaleString('en');

export const percent = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : (100 * part) / whole).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
