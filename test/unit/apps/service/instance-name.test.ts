import { describe, expect, it } from '@jest/globals';
import { instanceName } from '../../../../apps/service/instance.ts';

describe('what people call the data of a service', () => {
  it.each([
    ['people', undefined, 'examples/people/rule-config.json'],
    ['customers', 'somewhere/customers/', 'somewhere/customers/rule-config.json'],
    ['instances/3', 'data/instances/3', 'data/instances/3/rule-config.json'],
  ])('is %s', (name, instanceDirectory, ruleConfigFile) => {
    expect(instanceName({ instanceDirectory, ruleConfigFile })).toBe(name);
  });
});
