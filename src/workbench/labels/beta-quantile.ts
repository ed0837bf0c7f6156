/**
 * The value below which a beta distribution has this share of its mass (NIST Digital Library of Mathematical Functions,
 * dlmf.nist.gov, 8.17): Newton's method on the regularized incomplete beta function, within a bracket.
 *
 * @param share 0 to 1
 * @param alpha above 0
 * @param beta above 0
 */
export function betaQuantile(share: number, alpha: number, beta: number): number {
  // Near 1, the rest of the share has more digits than the share.
  if (share > 0.5) return 1 - betaQuantile(1 - share, beta, alpha);
  const logBeta = logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta);
  let [low, high] = [0, 1];
  // The first term of the series for small values, where it is one.
  let value = Math.exp((Math.log(share * alpha) + logBeta) / alpha);
  if (!(value < 0.5)) value = alpha / (alpha + beta);
  while (value > low && value < high) {
    const mass = massBelow(value, alpha, beta, logBeta);
    if (mass > share) high = value;
    else low = value;
    const density = Math.exp((alpha - 1) * Math.log(value) + (beta - 1) * Math.log1p(-value) - logBeta);
    const step = (mass - share) / density;
    if (Math.abs(step) <= CLOSE) return value - step;
    const next = value - step;
    value = next > low && next < high ? next : (low + high) / 2;
  }
  return value;
}

/** Values differ by less than this only in digits that no estimate shows. */
const CLOSE = 1e-15;

/** The regularized incomplete beta function (DLMF 8.17.20 and 8.17.4). */
function massBelow(value: number, alpha: number, beta: number, logBeta: number): number {
  const factor = Math.exp(alpha * Math.log(value) + beta * Math.log1p(-value) - logBeta);
  // Beyond the mean, the fraction of the other side converges faster.
  return value < (alpha + 1) / (alpha + beta + 2)
    ? factor / alpha / continuedFraction(value, alpha, beta)
    : 1 - factor / beta / continuedFraction(1 - value, beta, alpha);
}

/** One over the fraction of DLMF 8.17.22, by Lentz's method (DLMF 3.10(iii)). */
function continuedFraction(value: number, alpha: number, beta: number): number {
  let [fraction, front, back] = [1, 1, 0];
  for (let term = 1; term <= MOST_TERMS; term++) {
    const coefficient = coefficientOf(term, alpha, beta) * value;
    back = 1 / apartFromZero(1 + coefficient * back);
    front = apartFromZero(1 + coefficient / front);
    fraction *= front * back;
    if (Math.abs(front * back - 1) <= Number.EPSILON) break;
  }
  return fraction;
}

/** Needed are about as many as the root of the larger shape. */
const MOST_TERMS = 100_000;

const apartFromZero = (number: number): number => (Math.abs(number) < 1e-300 ? 1e-300 : number);

/** DLMF 8.17.23. */
function coefficientOf(term: number, alpha: number, beta: number): number {
  const half = Math.floor(term / 2);
  const divisor = (alpha + term - 1) * (alpha + term);
  return term % 2 === 0 ? (half * (beta - half)) / divisor : (-(alpha + half) * (alpha + beta + half)) / divisor;
}

/** Stirling's series (DLMF 5.11.1) where it is exact to the last digits, and the recurrence (DLMF 5.5.1) below. */
function logGamma(shape: number): number {
  let product = 1;
  let large = shape;
  for (; large < 15; large++) product *= large;
  const square = 1 / large ** 2;
  const series = STIRLING.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / large;
  return (large - 0.5) * Math.log(large) - large + Math.log(2 * Math.PI) / 2 + series - Math.log(product);
}

/** Bernoulli numbers over 2k(2k − 1). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188];
