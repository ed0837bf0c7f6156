/** Table actions that a bundle can ask for, by the part of the service that asks. */
export interface ActionsOfCode {
  /** Of the store: on the table of entities. */
  readonly store: ReadonlySet<string>;
  /** Of the reader of rule-config and schema: on the configuration table. */
  readonly configuration: ReadonlySet<string>;
  /** Of anything else: there should be none. */
  readonly elsewhere: ReadonlySet<string>;
}

const partsOfTransaction: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * Derives from the code of a bundle, which holds only what the function can reach, which actions it can ask for: every
 * operation of DynamoDB that the service's own files call, and every command of the SDK that they make outside of the
 * store. A transaction asks for the actions of its parts.
 */
export function actionsOfCode(bundle: string): ActionsOfCode {
  const found = { store: new Set<string>(), configuration: new Set<string>(), elsewhere: new Set<string>() };
  // esbuild heads each file's part of a bundle with its path.
  const parts = bundle.split(/^\/\/ ((?:functions|src|node_modules)\/\S+)$/m);
  for (let index = 1; index < parts.length; index += 2) {
    const [path = '', code = ''] = [parts[index], parts[index + 1]];
    if (!path.startsWith('functions/') && !path.startsWith('src/')) continue;
    const part = partOf(path);
    for (const operation of operationsIn(code)) found[part].add(`dynamodb:${operation}`);
    if (part !== 'elsewhere') continue;
    for (const [, command] of code.matchAll(/\bnew (?:\w+\.)?([A-Z]\w+?)Command\d*\(/g)) {
      found.elsewhere.add(`SDK: ${command}`);
    }
  }
  return found;
}

function partOf(path: string): keyof ActionsOfCode {
  if (path.startsWith('src/store/')) return 'store';
  return path.startsWith('src/runtime/configuration/') ? 'configuration' : 'elsewhere';
}

/** The operations that code calls; instead of a transaction, its parts. */
function operationsIn(code: string): string[] {
  return Array.from(code.matchAll(/\.(?:read|write|call)\(\s*["']([A-Z][A-Za-z]+)["']/g)).flatMap(([, operation]) =>
    operation === 'TransactWriteItems' ? partsOfTransactions(code) : [operation!],
  );
}

function partsOfTransactions(code: string): string[] {
  const parts = code.matchAll(/\b(Put|Update|Delete|ConditionCheck): \{\s*TableName/g);
  return Array.from(parts, ([, kind]) => partsOfTransaction[kind!]!);
}
