/** F1 after clustering that others reach on a public set, with who reached it; for sets where one is known. */
export const marks: Readonly<Record<string, readonly { readonly who: string; readonly f1: number }[]>> = {
  febrl1: [
    { who: 'rules in SQL', f1: 0.995 },
    { who: 'Splink 4', f1: 0.993 },
  ],
  febrl3: [
    { who: 'rules in SQL', f1: 0.9965 },
    { who: 'Splink 4', f1: 0.994 },
  ],
  'dsgen-c': [
    { who: 'rules in SQL', f1: 0.912 },
    { who: 'Splink 4', f1: 0.963 },
  ],
  'fake-1000': [
    { who: 'rules in SQL', f1: 0.785 },
    { who: 'Splink 4', f1: 0.836 },
  ],
  'dblp-acm': [{ who: 'rules in SQL', f1: 0.963 }],
  restaurants: [
    { who: 'rules in SQL', f1: 0.933 },
    { who: 'dedupe, 200 labels', f1: 0.96 },
  ],
  'senzing-truthset': [{ who: 'its second algorithm', f1: 0.9725 }],
};
