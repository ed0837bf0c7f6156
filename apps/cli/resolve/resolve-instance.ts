import { introspectionFromSchema } from 'graphql';
import type { BatchPhase } from '../../../src/batch/resolve.ts';
import { buildApiSchema } from '../../../src/graphql/schema/build.ts';
import { type LoadedDeployment, loadDeployment } from '../../../src/runtime/configuration/deployment.ts';
import { defaultServiceIdentifier } from '../../../src/scopes.ts';
import { type InputTypes, inputTypesOf } from '../client/record-input.ts';
import { tell } from '../commands/source-options.ts';
import { instanceFiles } from '../commands/with-service.ts';
import { columnsOfRecord, type FieldColumn } from '../export/columns.ts';
import { checkFields } from '../files/field-target.ts';
import { type OpenFilesOptions, openFiles } from '../files/file-sources.ts';
import { type ResolvedFiles, type ResolveFilesOptions, resolveFiles } from './resolve-files.ts';

/** Announces a step that may take long, and how much of it is done. */
export type Step = (name: string, share: () => number | undefined) => void;

/** What an instance says of its records. */
export interface OpenedInstance {
  /** Its directory, which may have a columns file. */
  readonly directory: string | undefined;
  readonly deployment: LoadedDeployment;
  readonly inputTypes: InputTypes;
  /** The fields of its records. */
  readonly columns: readonly FieldColumn[];
}

/** @throws InstanceDirectoryError, DeploymentError */
export async function openInstance(directory: string): Promise<OpenedInstance> {
  const { ruleConfig, schema } = instanceFiles(directory);
  return openDeployment(await loadDeployment(ruleConfig, schema), directory);
}

export function openDeployment(deployment: LoadedDeployment, directory: string | undefined): OpenedInstance {
  const api = buildApiSchema(deployment.recordSchema, defaultServiceIdentifier);
  const { types } = introspectionFromSchema(api).__schema;
  return {
    directory,
    deployment,
    inputTypes: inputTypesOf(types as Parameters<typeof inputTypesOf>[0]),
    columns: columnsOfRecord(new Map(types.map((type) => [type.name, type as never]))),
  };
}

export interface ResolveIntoOptions
  extends OpenFilesOptions,
    Omit<ResolveFilesOptions, 'deployment' | 'open' | 'onProgress'> {
  readonly step: Step;
}

const titles: Readonly<Record<BatchPhase | 'store', string>> = {
  keys: 'Reading records',
  judge: 'Comparing records',
  store: 'Writing the data',
};

/**
 * Resolves files by the rules and the columns of an instance.
 *
 * @throws what resolveFiles throws
 */
export async function resolveIntoInstance<Result>(
  { directory, deployment, inputTypes }: OpenedInstance,
  options: ResolveIntoOptions,
  use: (resolved: ResolvedFiles) => Promise<Result>,
): Promise<Result> {
  const { step } = options;
  let phase: string | undefined;
  let done = 0;
  return resolveFiles(
    {
      ...options,
      deployment,
      open: (files) =>
        openFiles(
          files,
          { ...options, tell },
          {
            sources: deployment.recordSchema.sources,
            directories: [directory],
            check: ({ targets }) => targets !== undefined && checkFields(targets, inputTypes),
          },
        ),
      onProgress(next, share) {
        done = share;
        if (next !== phase) step(titles[next], () => done);
        phase = next;
      },
    },
    use,
  );
}
