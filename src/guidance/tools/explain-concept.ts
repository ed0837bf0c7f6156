import * as z from 'zod';
import { concepts, findConcept } from '../docs/concepts.ts';
import { searchDocs } from '../docs/search.ts';
import { docsAddress } from '../resources/registry.ts';
import { defineTool } from './tool.ts';

const input = z.strictObject({
  concept: z.string().min(1).max(200).describe('A word of this service, such as "index key" or "connection ban".'),
});

const output = z.object({
  found: z.boolean().describe('False: there is no such concept; see `related` for what there is.'),
  concept: z.string(),
  explanation: z.string(),
  example: z.string(),
  related: z.array(z.string()).describe('Concepts to ask for next.'),
  alsoCalled: z.array(z.string()),
  address: z.string().nullable().describe('Address of the page as a resource of this server.'),
});

export const explainConceptTool = defineTool({
  name: 'svc_explain_concept',
  title: 'Explain a concept',
  description:
    'Explains a concept of this service (record, entity, edge, rule, matcher, resolver, transformer, index key, blocking, hit, scope, duplicates, consistency and others) with an example and related concepts. Use it when the person or you are not sure what a word means here: several mean something else in other products.',
  input,
  output,
  examples: [
    { title: 'A concept', arguments: { concept: 'index key' } },
    { title: 'By another name', arguments: { concept: 'transitivity' } },
    { title: 'Something that does not exist', arguments: { concept: 'quantum foam' } },
  ],
  run({ concept: wanted }, { named }) {
    const concept = findConcept(wanted);
    if (concept === undefined) {
      const nearest = searchDocs(wanted, 3).map(({ passage }) => `${passage.title} (${passage.heading})`);
      const elsewhere = nearest.length === 0 ? '' : ` The documentation has: ${nearest.join('; ')}.`;
      return {
        found: false,
        concept: wanted,
        explanation: `There is no concept of this name.${elsewhere}`,
        example: '',
        related: concepts().map(({ name }) => name),
        alsoCalled: [],
        address: null,
      };
    }
    return {
      found: true,
      concept: concept.name,
      explanation: named(concept.explanation),
      example: named(concept.example),
      related: concept.related,
      alsoCalled: concept.alsoCalled,
      address: docsAddress + concept.page,
    };
  },
});
