import { errorCodes } from '../../graphql/error-codes.ts';
import { lintCodes } from '../../rules/lint/registry.ts';
import { type DocsPage, pages, terraformValidations } from '../docs/documentation.ts';

/** Why something happens, and what to do then. */
interface Cause {
  readonly cause: string;
  readonly fix: string;
}

/** One thing that the service, its gateway or its deployment can say. */
export interface KnownError {
  /** The code, or the title of what has none. */
  readonly code: string;
  /** Who says it. */
  readonly area: string;
  readonly meaning: string;
  /** Likely causes, most likely first. */
  readonly causes: readonly Cause[];
  /** What makes it occur, where that can be shown in a line. */
  readonly example?: string;
  /** Messages, with `…` for what differs each time. */
  readonly messages: readonly string[];
  /** The page within docs/ that explains it. */
  readonly page?: string;
}

/** A message with `…` for what differs each time. Linear in the text that it is looked for in. */
export class MessagePattern {
  readonly #parts: readonly string[];

  constructor(message: string) {
    this.#parts = plain(message)
      .split('…')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** How many characters of the pattern the text holds, in order; 0 unless it holds all of them. */
  match(text: string): number {
    const lower = plain(text);
    let at = 0;
    let characters = 0;
    for (const part of this.#parts) {
      const found = lower.indexOf(part, at);
      if (found === -1) return 0;
      at = found + part.length;
      characters += part.length;
    }
    return characters;
  }
}

/** Longer messages are cut: what is recognised stands in front. */
const maxLength = 5_000;

/** Case, blanks, kinds of quotes and the escapes of JSON make no difference. */
function plain(text: string): string {
  return text
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/\\(["\\])/g, '$1')
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, ' ');
}

const folder = 'errors/';

/** What docs/errors/ explains: every heading of the second level is a code or the title of a message. */
function errorsOfPages(): KnownError[] {
  return pages.filter(({ path }) => path.startsWith(folder) && path !== `${folder}README.md`).flatMap(errorsOf);
}

function errorsOf(page: DocsPage): KnownError[] {
  const area = page.title.replace(/^(?:Errors|Reasons) (?:of|in|at) /, '');
  return page.text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const lines = section.split('\n');
      const messages: string[] = [];
      const causes: Cause[] = [];
      const meaning: string[] = [];
      for (const line of lines.slice(1)) {
        const message = /^Message: `(.+)`$/.exec(line)?.[1];
        const cause = /^\d+\. (.+?) → (.+)$/.exec(line);
        if (message !== undefined) messages.push(message);
        else if (cause !== null) causes.push({ cause: cause[1]!, fix: cause[2]! });
        else meaning.push(line);
      }
      return {
        code: lines[0]!.trim(),
        area,
        meaning: meaning.join('\n').trim(),
        causes,
        messages,
        page: page.path,
      };
    });
}

/** Everything that can be explained, found by code or by message. */
interface ErrorCatalogue {
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
