import * as z from 'zod';
import { NameSuggester } from '../../text/nearest-name.ts';
import { searchDocs } from '../docs/search.ts';
import { errorCatalogue, type KnownError } from '../errors/catalogue.ts';

import { docsAddress } from '../resources/registry.ts';
import { defineTool, ToolRefusal } from './tool.ts';

const input = z.strictObject({
  message: z
    .string()
    .max(20_000)
    .optional()
    .describe('The message, or a whole answer with it. Leave personal data and tokens out.'),
  code: z
    .string()
    .max(200)
    .optional()
    .describe('The code, such as RECORD_EXISTS; from `extensions.code` or a finding.'),
});

const output = z.object({
  found: z.boolean(),
  explanations: z
    .array(
      z.object({
        code: z.string(),
        area: z.string().describe('Who says it.'),
        meaning: z.string(),
        causes: z
          .array(z.object({ cause: z.string(), fix: z.string() }))
          .describe('Likely causes, most likely first, each with what to do.'),
        address: z.string().nullable().describe('Address of the page as a resource of this server.'),
      }),
    )
    .describe('Best first; several when one word means several things.'),
  elsewhere: z.array(z.string()).describe('Passages of the documentation to look at, when nothing was found.'),
});

/** Explanations of one answer. */
const maxExplained = 5;

export const explainErrorTool = defineTool({
  name: 'svc_explain_error',
  title: 'Explain an error',
  description:
    'Explains an error message or code of this service: the API, GraphQL, the gateway ({"message":"Forbidden"} and the like), the authorizer\'s log, the linter, the start of a service, Terraform, and the command line. Says what it means, the likely causes in order, and how to fix each. Use it for every error before guessing. Give the code when there is one, else the message as it stands; leave tokens and personal data out.',
  input,
  output,
  examples: [
    { title: 'A code', arguments: { code: 'RECORD_EXISTS' } },
    {
      title: 'A message of the pipeline',
      arguments: {
        message:
          'field does not exist in ETM pipeline output: record "17", matcher "sameEmail", resolver "email" (rule "EMAIL")',
      },
    },
    { title: 'An answer of the gateway', arguments: { message: '{"message":"Forbidden"}' } },
    { title: 'A message of GraphQL', arguments: { message: 'Cannot query field "name" on type "Record".' } },
  ],
  run({ message = '', code = '' }, { named }) {
    if (message.trim() === '' && code.trim() === '') {
      throw new ToolRefusal('neither a message nor a code was given', 'Give one of both.');
    }
    const found = explain(message, code).slice(0, maxExplained);
    return {
      found: found.length > 0,
      explanations: found.map((error) => ({
        code: error.code,
        area: error.area,
        meaning: named(error.meaning),
        causes: error.causes.map(({ cause, fix }) => ({ cause: named(cause), fix: named(fix) })),
        address: error.page === undefined ? null : docsAddress + error.page,
      })),
      elsewhere:
        found.length > 0
          ? []
          : searchDocs(`${code} ${message}`, 3).map(
              ({ passage }) => `${docsAddress}${passage.path}: ${passage.heading}`,
            ),
    };
  },
});

function explain(message: string, code: string): KnownError[] {
  const catalogue = errorCatalogue();
  const byCode = code === '' ? [] : catalogue.byCode(code);
  if (byCode.length > 0) {
    // One code may have several meanings; the message distinguishes them.
    const fitting = message === '' ? [] : catalogue.byMessage(message).filter((error) => byCode.includes(error));
    return [...new Set([...fitting, ...byCode])];
  }
  // The message may be a code. Case matters: FORBIDDEN is the API's code, Forbidden is the gateway's message.
  const asCode = catalogue.byCode(message.trim()).filter((error) => error.code === message.trim());
  if (asCode.length > 0) return asCode;
  const text = `${code} ${message}`;
  const mentioned = [...new Set(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [])];
  const found = [...mentioned.flatMap((word) => catalogue.byCode(word)), ...catalogue.byMessage(text)];
  if (found.length > 0) return [...new Set(found)];
  const nearest = new NameSuggester().nearest(
    (code === '' ? message : code).trim(),
    catalogue.errors.map((error) => error.code),
  );
  return nearest === undefined ? [] : [...catalogue.byCode(nearest)];
}
