declare module 'jstat' {
  export const jStat: {
    readonly beta: {
      /** The quantile of a beta distribution. */
      inv(probability: number, alpha: number, beta: number): number;
    };
  };
}
