import { errorCodes } from '../../graphql/error-codes.ts';
import { lintCodes } from '../../rules/lint/codes.ts';
import { terraformValidations } from '../docs/documentation.ts';
import { errorsOfPages } from './error-pages.ts';
import type { KnownError } from './known-error.ts';
import { MessagePattern } from './message-pattern.ts';

/** Everything that can be explained, found by code or by message. */
export interface ErrorCatalogue {
  readonly errors: readonly KnownError[];
  byCode(code: string): readonly KnownError[];
  /** Those whose message this is or holds, best first. */
  byMessage(message: string): readonly KnownError[];
}

let catalogue: ErrorCatalogue | undefined;

/**
 * The codes of the API and of the linter come from their own lists, so that none can be missing; pages of docs/errors/
 * add causes to them and explain what has no list: gateway, authorizer, start, command line and AWS.
 */
export function errorCatalogue(): ErrorCatalogue {
  catalogue ??= buildCatalogue();
  return catalogue;
}

function buildCatalogue(): ErrorCatalogue {
  const ofPages = errorsOfPages();
  const page = (code: string, path: string) => ofPages.find((error) => error.code === code && error.page === path);
  const ofApi = errorCodes.map(({ code, meaning, fix }): KnownError => {
    const explained = page(code, 'errors/api.md');
    return {
      code,
      area: 'the API',
      meaning,
      causes: explained === undefined || explained.causes.length === 0 ? [{ cause: meaning, fix }] : explained.causes,
      messages: explained?.messages ?? [],
      ...(explained === undefined ? {} : { page: 'errors/api.md' }),
    };
  });
  const ofLinter = lintCodes.map(
    ({ code, severity, meaning, example, fix }): KnownError => ({
      code,
      area: `the linter of rule-configs (${severity})`,
      meaning,
      causes: [{ cause: `For instance: ${example}`, fix }],
      example,
      messages: [],
    }),
  );
  const ofTerraform = terraformValidations.map(
    ({ variable, description, message }): KnownError => ({
      code: variable,
      area: 'Terraform, at plan',
      meaning: `The variable ${variable} of the module does not pass its check: ${message} What it is for: ${description}`,
      causes: [{ cause: `The value of ${variable} is not allowed.`, fix: message }],
      messages: [message],
    }),
  );
  const listed = new Set(ofApi.map(({ code }) => code));
  const errors = [
    ...ofApi,
    ...ofLinter,
    ...ofPages.filter((error) => error.page !== 'errors/api.md' || !listed.has(error.code)),
    ...ofTerraform,
  ];
  const codes = Map.groupBy(errors, ({ code }) => code.toLowerCase());
  const patterns = errors.flatMap((error) =>
    error.messages.map((message) => ({ error, pattern: new MessagePattern(message) })),
  );
  return {
    errors,
    byCode: (code) => codes.get(code.trim().toLowerCase()) ?? [],
    byMessage(message) {
      const found = patterns
        .map(({ error, pattern }) => ({ error, score: pattern.match(message) }))
        .filter(({ score }) => score > 0);
      found.sort((a, b) => b.score - a.score);
      return [...new Set(found.map(({ error }) => error))];
    },
  };
}
