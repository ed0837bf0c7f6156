import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

describe('package-lock.json', () => {
  it('knows the optional packages of every platform, without which npm ci refuses it', () => {
    const paths = Object.keys(lock.packages);

    const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter(
        (name) => !paths.some((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)),
      ),
    );

    expect(missing).toEqual([]);
  });

  it('names no address to download from', () => {
    const resolved = Object.values(lock.packages).filter((locked) => locked.resolved !== undefined);

    expect(resolved).toEqual([]);
  });
});
