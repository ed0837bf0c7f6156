import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** Values of inputs by their names; the others have their defaults. */
export type Inputs = Readonly<Record<string, unknown>>;

interface Line {
  readonly type: string;
  readonly diagnostic?: {
    readonly severity: string;
    readonly summary: string;
    readonly detail: string;
    readonly range?: { readonly filename: string };
  };
}

/**
 * Plans the variables of the module once for each case, all in one plan, and answers what Terraform refuses of each. A
 * case is a file of its own, so that a diagnostic names its case.
 *
 * @param cases inputs of each case; a path is relative to the repository
 * @returns the messages of each case, in the order of the cases; none where Terraform accepts the inputs
 * @throws Error when Terraform fails for another reason
 */
export function planInputs(cases: readonly Inputs[]): string[][] {
  const directory = mkdtempSync(join(tmpdir(), 'entity-data-inputs-'));
  try {
    mkdirSync(join(directory, 'inputs'));
    symlinkSync(join(root, 'variables.tf'), join(directory, 'inputs', 'variables.tf'));
    for (const [index, inputs] of cases.entries()) {
      const call = { source: './inputs', ...inputs };
      writeFileSync(join(directory, fileOf(index)), JSON.stringify({ module: { [`case_${index}`]: call } }, null, 2));
    }
    const init = terraform(directory, 'init', '-input=false', '-no-color');
    if (init.status !== 0) throw new Error(`terraform init failed: ${init.stderr}`);
    const refused = cases.map((): string[] => []);
    // A plan ends before validations that read other objects when one that reads its own variable alone fails.
    while (planOnce(directory, refused)) {}
    return refused;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Adds what one plan refuses to the cases' messages, and removes these cases. False when it refuses none. */
function planOnce(directory: string, refused: readonly string[][]): boolean {
  const plan = terraform(directory, 'plan', '-input=false', '-json', '-lock=false');
  const found = new Set<number>();
  for (const { type, diagnostic } of lines(plan.stdout)) {
    if (type !== 'diagnostic' || diagnostic?.severity !== 'error') continue;
    const index = refused.findIndex((_, at) => fileOf(at) === diagnostic.range?.filename);
    if (index === -1) throw new Error(`${diagnostic.summary}: ${diagnostic.detail}`);
    refused[index]!.push(sentence(diagnostic.detail));
    found.add(index);
  }
  for (const index of found) rmSync(join(directory, fileOf(index)));
  return found.size > 0;
}

const fileOf = (index: number): string => `case_${index}.tf.json`;

/** The validation's own message, without the place that Terraform adds. */
const sentence = (detail: string): string => detail.split('\n\nThis was checked by')[0]!;

const lines = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

function terraform(cwd: string, ...args: string[]) {
  const env = { ...process.env, TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1' };
  return spawnSync('terraform', args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
