/** What ends the names of AWS's hosts, by the beginning of the region; everywhere else it is amazonaws.com. */
const suffixes: readonly (readonly [region: string, suffix: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['us-iso-', 'c2s.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['eusc-', 'amazonaws.eu'],
];

/**
 * Where DynamoDB is: what the environment says (`AWS_ENDPOINT_URL_DYNAMODB`, `AWS_ENDPOINT_URL`), else the region's host,
 * the one with FIPS 140 modules where `AWS_USE_FIPS_ENDPOINT` is true.
 */
export function endpointOf(region: string, environment: Readonly<Record<string, string | undefined>>): URL {
  const configured = environment['AWS_ENDPOINT_URL_DYNAMODB'] || environment['AWS_ENDPOINT_URL'];
  if (configured) return new URL(configured);
  const suffix = suffixes.find(([start]) => region.startsWith(start))?.[1] ?? 'amazonaws.com';
  const service = environment['AWS_USE_FIPS_ENDPOINT'] === 'true' ? 'dynamodb-fips' : 'dynamodb';
  return new URL(`https://${service}.${region}.${suffix}`);
}
