import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorCodes } from '../../../../../src/graphql/error-codes.ts';
import { errorCatalogue } from '../../../../../src/guidance/errors/catalogue.ts';
import { lintCodes } from '../../../../../src/rules/lint/registry.ts';

const root = join(import.meta.dirname, '../../../../..');

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('dist'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));
}

/** Codes of error classes: what a service, its functions or the command line can print. */
function codesOfClasses(): string[] {
  const codes = ['functions', 'src', 'apps']
    .flatMap((folder) => sourcesOf(folder))
    .flatMap((source) =>
      [...source.matchAll(/readonly code(?::[^=;]+)? = '([A-Z][A-Z_]+)'/g)].map((found) => found[1]!),
    );
  return [...new Set(codes)].sort();
}

/** Codes of a type that is a union of texts. */
function codesOfUnion(file: string, type: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const union = new RegExp(`type ${type} =([^;]+);`).exec(source)?.[1] ?? '';
  return [...union.matchAll(/'([A-Z_]+)'/g)].map((found) => found[1]!);
}

/** Codes that problems of schemas, identifiers and records carry. */
function codesOfProblems(folder: string): string[] {
  const codes = sourcesOf(folder).flatMap((source) =>
    [...source.matchAll(/(?:code: |report\(\s*|problem\(\s*|error\(\s*|warning\(\s*)'([A-Z]+(?:_[A-Z]+)*)'/g)].map(
      (found) => found[1]!,
    ),
  );
  return [...new Set(codes)].filter((code) => code.length > 3).sort();
}

const cases = [
  ...errorCodes.map(({ code }) => ['API', code]),
  ...lintCodes.map(({ code }) => ['linter', code]),
  ...codesOfClasses().map((code) => ['error class', code]),
  ...codesOfUnion('functions/authorizer/log.ts', 'RefusalReason').map((code) => ['authorizer', code]),
  ...codesOfUnion('src/runtime/callers/callers.ts', 'CallerRefusal').map((code) => ['authorizer', code]),
  ...codesOfUnion('src/runtime/callers/callers.ts', 'CdnRefusal').map((code) => ['authorizer', code]),
  ...codesOfUnion('src/graphql/errors.ts', 'QueryLimitCode').map((code) => ['query limit', code]),
  ...['SIGN_IN_REQUEST_INVALID', 'SIGN_IN_FAILED', 'PAGE_SECRET_MISSING', 'NO_SCOPES'].map((code) => ['console', code]),
  ...codesOfProblems('src/rules/record-schema').map((code) => ['schema', code]),
  ...codesOfProblems('src/rules/identifiers').map((code) => ['identifier', code]),
  ...codesOfProblems('src/guidance/tools').map((code) => ['tool', code]),
] as [string, string][];

describe('the catalogue of errors', () => {
  it('knows that there are codes in every place it looks at', () => {
    const places = new Set(cases.map(([place]) => place));

    expect([...places]).toEqual([
      'API',
      'linter',
      'error class',
      'authorizer',
      'query limit',
      'console',
      'schema',
      'identifier',
      'tool',
    ]);
    expect(cases.length).toBeGreaterThan(180);
  });

  it.each(cases)('%s: %s is explained, with a cause and a remedy', (_place, code) => {
    const explained = errorCatalogue().byCode(code);

    expect(explained.length).toBeGreaterThan(0);
    for (const { meaning, causes } of explained) {
      expect(meaning).not.toBe('');
      expect(causes.length).toBeGreaterThan(0);
      expect(causes.every(({ cause, fix }) => cause !== '' && fix !== '')).toBe(true);
    }
  });

  it('explains every message that a variable of the Terraform module prints', () => {
    const text = readFileSync(join(root, 'variables.tf'), 'utf8');
    const messages = [...text.matchAll(/^\s*error_message = "(.*)"$/gm)].map((found) => found[1]!);

    expect(messages.length).toBeGreaterThan(20);
    for (const message of messages) {
      const variable = /^\w+/.exec(message)![0];
      // Filled in as Terraform would.
      const printed = message
        .replaceAll('$${', '<')
        .replace(/\$\{[^"]*?\}/g, 'x')
        .replaceAll('\\"', '"');
      expect(errorCatalogue().byCode(variable).length).toBeGreaterThan(0);
      expect(printed.startsWith(variable)).toBe(true);
    }
  });

  it.each([
    [
      'field does not exist in ETM pipeline output: record "17", matcher "m", resolver "r" (rule "R")',
      'FIELD_DOES_NOT_EXIST',
    ],
    ['{"message":"Unauthorized"}', 'Unauthorized'],
    ['{"message":"Forbidden"}', 'Forbidden'],
    ['{"message":"Too Many Requests"}', 'Too Many Requests'],
    ['{"message":"Endpoint request timed out"}', 'Service Unavailable'],
    ['{"message":"Internal Server Error"}', 'Internal Server Error'],
    ['access denied, required privilege: svc/query.search', 'FORBIDDEN'],
    ['Cannot query field "foo" on type "Record". Did you mean "food"?', 'GRAPHQL_VALIDATION_FAILED'],
    ['Syntax Error: Expected Name, found "}".', 'GRAPHQL_PARSE_FAILED'],
    ['Field "foo" is not defined by type "RecordInput".', 'Field is not defined by type'],
    ['Unexpected error.', 'INTERNAL_ERROR'],
    ['{"error":"invalid_client"}', 'invalid_client'],
    [
      'Error: authorizer_result_ttl_in_seconds must be a whole number from 0 to 3600.',
      'authorizer_result_ttl_in_seconds',
    ],
  ])('recognises %s', (message, code) => {
    expect(errorCatalogue().byMessage(message)[0]?.code).toBe(code);
  });
});
