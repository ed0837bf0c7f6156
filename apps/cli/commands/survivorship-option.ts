import { InvalidArgumentError, Option } from 'commander';
import { ExportOptionsError } from '../export/errors.ts';
import { parseSurvivorship, type SurvivorshipRule } from '../export/survivorship.ts';

/** Says which value of each field stands for an entity. */
export const survivorshipOption = (): Option =>
  new Option(
    '--survivorship <field=rule>',
    'with --entities: which value of a field stands for the entity: most-frequent, longest or latest:DATE_FIELD; repeatable',
  )
    .default(new Map(), 'most-frequent for every field')
    .argParser(collectSurvivorship);

function collectSurvivorship(
  text: string,
  before: ReadonlyMap<string, SurvivorshipRule>,
): ReadonlyMap<string, SurvivorshipRule> {
  try {
    return new Map([...before, parseSurvivorship(text)]);
  } catch (error) {
    if (error instanceof ExportOptionsError) throw new InvalidArgumentError(`${error.message} ${error.hint ?? ''}`);
    throw error;
  }
}
