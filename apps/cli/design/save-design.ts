import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import { instanceDesignName } from '../../service/designed-rules.ts';
import { columnsFileName } from '../files/columns-file.ts';
import { shellPath } from '../shell-word.ts';
import type { DesignedFile } from './design-file.ts';
import { designText } from './instance-design.ts';
import { reportPage } from './report/report.ts';
import { writeInstance } from './write-instance.ts';

/**
 * Writes a design as an instance, if the file is still the one that was read.
 *
 * @returns the commands that follow
 * @throws FileChangedError, OutputDirectoryError
 */
export async function saveDesign(
  designed: DesignedFile,
  directory: string,
  { force }: { readonly force: boolean },
): Promise<readonly string[]> {
  const { ruleConfig, schema } = designed.designed.design;
  const rules = `${JSON.stringify(ruleConfig, null, 2)}\n`;
  // What start would refuse must not be written.
  compileRuleConfig(loadRuleConfig(rules, loadRecordSchema(schema), 'the designed rule-config'));
  const next = nextCommands(designed, directory);
  const content = new Map([
    ['schema.graphqls', schema],
    ['rule-config.json', rules],
    [columnsFileName, `${JSON.stringify(designed.columnsFile, null, 2)}\n`],
    [instanceDesignName, designText(designed.instanceDesign, directory, rules)],
    ['report.html', await reportPage(designed, next)],
  ]);
  await designed.check();
  await writeInstance(directory, content, force);
  return next;
}

function nextCommands({ file }: DesignedFile, directory: string): readonly string[] {
  return [`npx entity-data start --instance ${shellPath(directory)}`, `npx entity-data load ${shellPath(file)}`];
}
