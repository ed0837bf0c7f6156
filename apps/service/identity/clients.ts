import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { EntityDataError } from '../../../src/errors.ts';
import { syntaxMessage } from '../../../src/rules/document/read-text.ts';
import { NameSuggester } from '../../../src/text/nearest-name.ts';
import { TextPositions } from '../../../src/text/plain-text.ts';

/** A client as defined in the clients file. A missing id or secret is generated once and kept. */
export interface ClientDefinition {
  readonly name: string;
  /** The scopes that a token of this client may carry, with prefix and without repetition. */
  readonly allowedScopes: readonly string[];
  readonly accessTokenValidityMinutes: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** One error in a clients file; lines and columns count from 1. */
export interface ClientsProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

/** The clients file is invalid. Contains every problem at once. */
export class ClientsFileError extends EntityDataError {
  readonly code = 'CLIENTS_FILE_INVALID';
  readonly problems: readonly ClientsProblem[];

  constructor(problems: readonly ClientsProblem[]) {
    super(
      `The clients file has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n` +
        problems
          .map(
            ({ line, column, message, hint }) =>
              `- line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
          )
          .join('\n'),
      { hint: 'A clients file is {"clients": {"reader": {"allowed_scopes": ["svc/query.search"]}}}.' },
    );
    this.problems = problems;
  }
}

const defaultValidityMinutes = 60;
// Cognito's limits, so that a file that works here works there.
const validityMinutes = { least: 5, most: 1440 };
const maxTextLength = 1_000_000;

// These characters need no escape in a header or a form, where clients escape differently.
const idPattern = /^[A-Za-z0-9_+.-]{1,128}$/;
const secretPattern = /^[A-Za-z0-9_.~-]{16,256}$/;
const namePattern = /^[A-Za-z0-9][\w .@-]{0,127}$/;

const clientKeys = ['allowed_scopes', 'access_token_validity_minutes', 'client_id', 'client_secret'];

/** The one client of a service without a clients file; it has all scopes. */
export function defaultClients(scopes: readonly string[]): readonly ClientDefinition[] {
  return [{ name: 'default', allowedScopes: scopes, accessTokenValidityMinutes: defaultValidityMinutes }];
}

/**
 * Reads a clients file: the same map as the Terraform module's `clients`, as JSON.
 *
 * @param scopes every scope of the deployment, with prefix; any other scope is an error
 * @throws ClientsFileError with every problem found
 */
export function loadClients(text: string, scopes: readonly string[]): readonly ClientDefinition[] {
  const reader = new ClientsReader(text, scopes);
  const clients = reader.read();
  if (reader.problems.length > 0) throw new ClientsFileError(reader.problems);
  return clients;
}

class ClientsReader {
  readonly problems: ClientsProblem[] = [];
  readonly #text: string;
  readonly #scopes: readonly string[];
  readonly #positions: TextPositions;
  readonly #suggester = new NameSuggester();
  readonly #ids = new Map<string, string>();

  constructor(text: string, scopes: readonly string[]) {
    this.#text = text;
    this.#scopes = scopes;
    this.#positions = new TextPositions(text);
  }

  read(): readonly ClientDefinition[] {
    const root = this.#parse();
    if (root === undefined) return [];
    if (root.type !== 'object') return this.#report(root, 'expected an object with the key "clients".', []);
    this.#checkKeys(root, ['clients'], 'the file');
    const clients = findNodeAtLocation(root, ['clients']);
    if (clients === undefined) return this.#report(root, '"clients" is missing.', []);
    if (clients.type !== 'object') return this.#report(clients, '"clients" must be an object of clients by name.', []);
    const entries = propertiesOf(clients);
    if (entries.length === 0) return this.#report(clients, '"clients" is empty: name at least one client.', []);
    this.#checkDuplicates(entries);
    return entries.map(([key, value]) => this.#client(key, value));
  }

  #parse(): Node | undefined {
    if (this.#text.length > maxTextLength) {
      return this.#report(undefined, `the file is longer than ${maxTextLength} characters.`, undefined);
    }
    const errors: ParseError[] = [];
    let root: Node | undefined;
    try {
      root = parseTree(this.#text, errors, { disallowComments: true });
    } catch (error) {
      // The parser recurses once per level.
      if (error instanceof RangeError) return this.#report(undefined, 'the file is nested too deeply.', undefined);
      throw error;
    }
    let last: number | undefined;
    for (const { error, offset } of errors) {
      // The parser reports an error's consequences again at the same offset.
      if (offset === last) continue;
      last = offset;
      const { message, hint } = syntaxMessage(this.#text, error, offset);
      this.problems.push({ ...this.#positions.at(offset), message, hint });
    }
    if (errors.length > 0) return undefined;
    return root;
  }

  #client(key: Node, node: Node): ClientDefinition {
    const name = String(key.value);
    if (!namePattern.test(name)) {
      this.#report(
        key,
        `the name ${JSON.stringify(name)} must start with a letter or digit and continue with letters, digits, spaces, ".", "_", "@" or "-", at most 128 characters.`,
      );
    }
    const nothing = { name, allowedScopes: [], accessTokenValidityMinutes: defaultValidityMinutes };
    if (node.type !== 'object')
      return this.#report(node, `the client ${JSON.stringify(name)} must be an object.`, nothing);
    this.#checkKeys(node, clientKeys, `the client ${JSON.stringify(name)}`);
    const clientId = this.#credential(
      node,
      'client_id',
      idPattern,
      'letters, digits, "_", "+", "." and "-", 128 at most',
    );
    const clientSecret = this.#credential(
      node,
      'client_secret',
      secretPattern,
      'letters, digits, "_", ".", "~" and "-", 16 to 256',
    );
    if (clientId !== undefined) this.#checkId(findNodeAtLocation(node, ['client_id']), clientId, name);
    return {
      name,
      allowedScopes: this.#allowedScopes(node, name),
      accessTokenValidityMinutes: this.#validity(node),
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
    };
  }

  #allowedScopes(client: Node, name: string): readonly string[] {
    const list = findNodeAtLocation(client, ['allowed_scopes']);
    if (list === undefined)
      return this.#report(client, `the client ${JSON.stringify(name)} has no "allowed_scopes".`, []);
    if (list.type !== 'array') return this.#report(list, '"allowed_scopes" must be a list of scopes.', []);
    const scopes = new Set<string>();
    for (const entry of list.children ?? []) {
      const scope: unknown = entry.value;
      if (typeof scope !== 'string') this.#report(entry, 'a scope must be a text.');
      else if (scopes.has(scope)) this.#report(entry, `the scope ${JSON.stringify(scope)} is there twice.`);
      else if (!this.#scopes.includes(scope)) this.#report(entry, this.#unknownScope(scope));
      else scopes.add(scope);
    }
    if (list.children?.length === 0) this.#report(list, '"allowed_scopes" is empty: name at least one scope.');
    return [...scopes];
  }

  #unknownScope(scope: string): string {
    const nearest =
      this.#suggester.nearest(scope, this.#scopes) ?? this.#scopes.find((known) => known.endsWith(`/${scope}`));
    const advice = nearest === undefined ? `Scopes are ${this.#scopes.join(', ')}.` : `Did you mean ${nearest}?`;
    return `the scope ${JSON.stringify(scope)} is unknown. ${advice}`;
  }

  #validity(client: Node): number {
    const node = findNodeAtLocation(client, ['access_token_validity_minutes']);
    if (node === undefined) return defaultValidityMinutes;
    const { least, most } = validityMinutes;
    const minutes: unknown = node.value;
    if (typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= least && minutes <= most) return minutes;
    return this.#report(
      node,
      `"access_token_validity_minutes" must be a whole number from ${least} to ${most}.`,
      defaultValidityMinutes,
    );
  }

  #credential(client: Node, key: string, pattern: RegExp, allowed: string): string | undefined {
    const node = findNodeAtLocation(client, [key]);
    if (node === undefined) return undefined;
    const value: unknown = node.value;
    if (typeof value === 'string' && pattern.test(value)) return value;
    // The message leaves the value out: it may be a secret.
    return this.#report(node, `"${key}" must be a text of ${allowed}.`, undefined);
  }

  #checkId(node: Node | undefined, clientId: string, name: string): void {
    const other = this.#ids.get(clientId);
    if (other !== undefined) this.#report(node, `the client_id is also that of ${JSON.stringify(other)}.`);
    this.#ids.set(clientId, name);
  }

  #checkKeys(object: Node, known: readonly string[], where: string): void {
    const entries = propertiesOf(object);
    this.#checkDuplicates(entries);
    for (const [key] of entries) {
      if (known.includes(key.value)) continue;
      const nearest = this.#suggester.nearest(key.value, known);
      const advice = nearest === undefined ? `Keys are ${known.join(', ')}.` : `Did you mean ${nearest}?`;
      this.#report(key, `${where} has the unknown key ${JSON.stringify(key.value)}. ${advice}`);
    }
  }

  #checkDuplicates(entries: readonly (readonly [Node, Node])[]): void {
    const seen = new Set<string>();
    for (const [key] of entries) {
      if (seen.has(key.value)) this.#report(key, `the key ${JSON.stringify(key.value)} is there twice.`);
      seen.add(key.value);
    }
  }

  #report<T = undefined>(node: Node | undefined, message: string, answer?: T): T {
    this.#reportAt(node?.offset ?? 0, message);
    return answer as T;
  }

  #reportAt(offset: number, message: string): void {
    this.problems.push({ ...this.#positions.at(offset), message });
  }
}

function propertiesOf(object: Node): (readonly [key: Node, value: Node])[] {
  return (object.children ?? []).map(({ children }) => [children![0]!, children![1]!] as const);
}
