import { describe, expect, it } from '@jest/globals';
import { GuidanceConfigError, loadConfig } from '../../../../functions/guidance/config.ts';

describe('loadConfig', () => {
  it('needs nothing', () => {
    expect(loadConfig({})).toEqual({ serviceIdentifier: 'svc', allowedOrigins: [] });
  });

  it('reads the service identifier and origins', () => {
    const environment = { SERVICE_IDENTIFIER: 'acme', ALLOWED_ORIGINS: 'https://a.example, http://localhost:6274' };

    expect(loadConfig(environment)).toEqual({
      serviceIdentifier: 'acme',
      allowedOrigins: ['https://a.example', 'http://localhost:6274'],
    });
  });

  it('leaves half of the memory of the function to a call of a tool', () => {
    expect(loadConfig({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024' }).toolMemory).toBe(512);
  });

  it('reports everything that is wrong at once', () => {
    const environment = { SERVICE_IDENTIFIER: '9 lives', ALLOWED_ORIGINS: 'a.example,https://b.example/path' };

    expect(() => loadConfig(environment)).toThrow(GuidanceConfigError);
    expect(() => loadConfig(environment)).toThrow(
      /SERVICE_IDENTIFIER[\s\S]*"a.example"[\s\S]*"https:\/\/b.example\/path"/,
    );
  });
});
