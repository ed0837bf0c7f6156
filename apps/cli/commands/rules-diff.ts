import { Command } from 'commander';
import { changeText, readChange } from '../rules/compared-rules.ts';

export function rulesDiffCommand(): Command {
  return new Command('diff')
    .description('Say what a change of rules is: searches only, loosened, tightened or mixed, and which keys it needs.')
    .argument('<former>', 'the rule-config that is in force')
    .argument('<next>', 'the rule-config that is to take its place')
    .option('--schema <file>', 'the record schema; default: schema.graphqls beside the next one, where there is one')
    .option('--json', 'print JSON', false)
    .action((former: string, next: string, { schema, json }: { schema?: string; json: boolean }) => {
      const { compared } = readChange(former, next, schema);
      process.stdout.write(
        json ? `${JSON.stringify({ former, next, ...compared }, null, 2)}\n` : changeText(former, next, compared),
      );
    });
}
