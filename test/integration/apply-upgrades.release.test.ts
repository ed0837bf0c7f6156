import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFunction, hashOf } from '../setup/applied/applied-function.ts';
import type { AwsEndpoint } from '../setup/applied/aws-endpoint.ts';
import { earlierArchives } from '../setup/applied/earlier-archives.ts';
import { createEmulatedAws, type EmulatedAws } from '../setup/applied/emulated-aws.ts';
import { appliedEndpoint } from '../setup/applied/services.ts';
import {
  createWorkspace,
  type PlannedChange,
  type TerraformDirectory,
  type Workspace,
} from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

const root = join(import.meta.dirname, '..', '..');
const prefix = 'customer-data';
const functions = ['api', 'authorizer', 'console', 'events', 'guidance', 'ingest', 'sweeper'];

describeWith('the complete example, upgraded and rolled back', await appliedEndpoint(), upgrades);

/** Another source of the module, and what the example leaves out, so that there is each function. */
const override = (source: string) => `
  module "entity_data" {
    source        = "${source}"
    bulk_ingest   = {}
    entity_events = { event_bus_arn = "arn:aws:events:eu-central-1:123456789012:event-bus/default" }
  }
`;

function upgrades(endpoint: AwsEndpoint): void {
  const variables = { deletion_protection: 'false' };
  const archivesBefore = earlierArchives(root);
  let workspace: Workspace;
  let example: TerraformDirectory;
  let earlier: string;
  let aws: EmulatedAws;

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    earlier = workspace.variant('earlier', archivesBefore);
    example = workspace.example('complete');
    aws = createEmulatedAws(endpoint.url);
    await use(earlier);
    await example.apply(variables);
  });

  afterAll(async () => {
    workspace?.remove();
    await endpoint.stop();
  });

  /** What who upgrades does: names another source, and initializes. */
  async function use(source: string): Promise<void> {
    const path = relative(example.directory, source);
    writeFileSync(join(example.directory, 'source_override.tf'), override(path));
    await example.init();
  }

  /** Hashes of the archives that answer, by function. */
  async function answering(): Promise<Record<string, string>> {
    const versions = await Promise.all(functions.map((name) => describeFunction(aws, `${prefix}-${name}`, 'live')));
    return Object.fromEntries(functions.map((name, index) => [name, versions[index]!.Configuration.CodeSha256]));
  }
  const hashes = (archive: (path: string) => Uint8Array) =>
    Object.fromEntries(functions.map((name) => [name, hashOf(archive(`functions/dist/${name}.zip`))]));
  const hashesBefore = hashes((path) => archivesBefore.get(path)!);
  const hashesNow = hashes((path) => readFileSync(join(root, path)));

  it('begins with earlier archives of all functions', async () => {
    expect(await answering()).toEqual(hashesBefore);
    expect(functions.filter((name) => hashesBefore[name] === hashesNow[name])).toEqual([]);
  });

  describe('with the archives of this version', () => {
    let upgrade: readonly PlannedChange[];

    beforeAll(async () => {
      await use(workspace.module);
      upgrade = await example.plan(variables);
      await example.applyPlan();
    });

    it('changes functions in place, moves their aliases, and leaves everything else alone', () => {
      // What goes on answering meanwhile decides the order of a replacement.
      const kinds = upgrade.map(({ type, actions }) => `${[...actions].sort()} ${type}`);

      expect([...new Set(kinds)].sort()).toEqual([
        'create terraform_data',
        'create,delete aws_lambda_invocation',
        'delete terraform_data',
        'update aws_lambda_alias',
        'update aws_lambda_function',
      ]);
      expect(kinds.filter((kind) => kind === 'update aws_lambda_function')).toHaveLength(functions.length);
    });

    it('answers by them in every function', async () => {
      expect(await answering()).toEqual(hashesNow);
    });

    it('changes nothing when it is planned again', async () => {
      expect(await example.plan(variables)).toEqual([]);
    });
  });

  describe('back to the earlier archives', () => {
    beforeAll(async () => {
      await use(earlier);
      await example.apply(variables);
    });

    it('answers by them in every function', async () => {
      expect(await answering()).toEqual(hashesBefore);
    });

    it('changes nothing when it is planned again', async () => {
      expect(await example.plan(variables)).toEqual([]);
    });
  });

  describe('when Lambda gets another archive than the module has', () => {
    const name = `${prefix}-sweeper`;
    const path = 'functions/dist/sweeper.zip';
    let message: string;

    beforeAll(async () => {
      // The same archive from elsewhere keeps the path that it came from, where there is another one by now.
      await use(workspace.variant('elsewhere', archivesBefore));
      writeFileSync(join(earlier, path), readFileSync(join(root, path)));
      await aws.delete('lambda', `/2015-03-31/functions/${name}`);
      message = await example.apply(variables).then(
        () => 'applied',
        (error: Error) => error.message.replaceAll(/\s+/g, ' '),
      );
    });

    it('fails in the apply, before the function is called', async () => {
      expect(message).toContain(`Lambda holds another archive for ${name}`);
      expect(message).toContain(`(${hashesNow['sweeper']}, not ${hashesBefore['sweeper']})`);
      await expect(describeFunction(aws, name, 'live')).rejects.toThrow('404');
    });

    it('is mended as the message says', async () => {
      const named = /terraform_data\.archive\["[^"]+"\]/.exec(message)?.[0] ?? 'none';
      const addresses = (await example.addresses()).filter((address) => address.endsWith(named));

      await example.apply(variables, addresses);

      expect(addresses).toHaveLength(1);
      expect(await answering()).toEqual(hashesBefore);
    });
  });
}
