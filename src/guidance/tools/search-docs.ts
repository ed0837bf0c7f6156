import * as z from 'zod';
import { searchDocs } from '../docs/search.ts';
import { docsAddress } from '../resources/registry.ts';
import { defineTool } from './tool.ts';

/** The most characters of a passage, for one with a long piece of code; the whole page is a resource. */
const maxPassage = 2_000;

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('Words to look for, or a question.'),
  limit: z.int().min(1).max(20).default(5).describe('How many passages at most. Default 5.'),
});

const output = z.object({
  passages: z
    .array(
      z.object({
        page: z.string().describe('Title of the page.'),
        heading: z.string(),
        address: z.string().describe('Address of the page as a resource of this server, with the heading.'),
        text: z.string(),
        score: z.number().describe('Higher is better; comparable within one search only.'),
      }),
    )
    .describe('Best first.'),
});

export const searchDocsTool = defineTool({
  name: 'svc_search_docs',
  title: 'Search the documentation',
  description:
    'Searches the documentation of this service and release, and gives the passages that fit best with page, heading and address. Use it for questions about deploying, loading, operating, the rule language and the API, before answering from memory: names of attributes and limits are exact here. The whole page of a passage can be read as a resource.',
  input,
  output,
  examples: [
    { title: 'A question', arguments: { query: 'How do I add the guidance server to my editor?' } },
    { title: 'A term', arguments: { query: 'index key', limit: 2 } },
  ],
  run({ query, limit }, { named }) {
    return {
      passages: searchDocs(query, limit).map(({ passage, score }) => ({
        page: passage.title,
        heading: passage.heading,
        address: `${docsAddress}${passage.path}${passage.anchor === '' ? '' : `#${passage.anchor}`}`,
        text: named(passage.text.length <= maxPassage ? passage.text : `${passage.text.slice(0, maxPassage)}…`),
        score,
      })),
    };
  },
});
