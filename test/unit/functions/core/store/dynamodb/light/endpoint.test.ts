import { describe, expect, it } from '@jest/globals';
import { endpointOf } from '../../../../../../../functions/core/store/dynamodb/light/endpoint.ts';

describe('endpointOf', () => {
  it.each([
    ['eu-central-1', {}, 'https://dynamodb.eu-central-1.amazonaws.com/'],
    ['us-gov-west-1', {}, 'https://dynamodb.us-gov-west-1.amazonaws.com/'],
    ['cn-north-1', {}, 'https://dynamodb.cn-north-1.amazonaws.com.cn/'],
    ['us-iso-east-1', {}, 'https://dynamodb.us-iso-east-1.c2s.ic.gov/'],
    ['us-isob-east-1', {}, 'https://dynamodb.us-isob-east-1.sc2s.sgov.gov/'],
    ['eusc-de-east-1', {}, 'https://dynamodb.eusc-de-east-1.amazonaws.eu/'],
    ['us-east-1', { AWS_USE_FIPS_ENDPOINT: 'true' }, 'https://dynamodb-fips.us-east-1.amazonaws.com/'],
    ['us-east-1', { AWS_ENDPOINT_URL: 'http://127.0.0.1:8000' }, 'http://127.0.0.1:8000/'],
    [
      'us-east-1',
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:2' },
      'http://127.0.0.1:2/',
    ],
  ])('of %s with %j is %s', (region, environment, expected) => {
    expect(endpointOf(region, environment).href).toBe(expected);
  });
});
