import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  /** Comes within the archive of another package, whose hash is also its own. */
  readonly inBundle?: boolean;
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

  it('has a hash of every package of every platform, without which npm installs it unseen', () => {
    const packages = Object.entries(lock.packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);

    const unhashed = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));

    expect(unhashed.map(([path]) => path)).toEqual([]);
  });

  it('names a licence of every package', () => {
    const unlicensed = Object.entries(lock.packages).filter(([, { license }]) => license === undefined);

    expect(unlicensed.map(([path]) => path)).toEqual([]);
  });
});
