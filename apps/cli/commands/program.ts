import { readFileSync } from 'node:fs';
import { Command } from 'commander';

/** Each command has a file of its own and one line here, in the order of the help. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand(),
  design: async () => (await import('./design.ts')).designCommand(),
  resolve: async () => (await import('./resolve.ts')).resolveCommand(),
  load: async () => (await import('./load.ts')).loadCommand(),
  label: async () => (await import('./label.ts')).labelCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  search: async () => (await import('./search.ts')).searchCommand(),
  entity: async () => (await import('./entity.ts')).entityCommand(),
  explain: async () => (await import('./explain.ts')).explainCommand(),
  link: async () => (await import('./decisions.ts')).linkCommand(),
  separate: async () => (await import('./decisions.ts')).separateCommand(),
  undo: async () => (await import('./decisions.ts')).undoCommand(),
  decisions: async () => (await import('./decisions.ts')).decisionsCommand(),
  reviews: async () => (await import('./reviews.ts')).reviewsCommand(),
  skip: async () => (await import('./reviews.ts')).skipCommand(),
  erase: async () => (await import('./erase.ts')).eraseCommand(),
  history: async () => (await import('./history.ts')).historyCommand(),
  sources: async () => (await import('./sources.ts')).sourcesCommand(),
  statistics: async () => (await import('./statistics.ts')).statisticsCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  'console-url': async () => (await import('./connection-options.ts')).consoleUrlCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  events: async () => (await import('./events.ts')).eventsCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
};

/**
 * The command line with the command that is asked for, because to load the code of all of them takes several times as
 * long as that of most; with all of them where another word comes first.
 */
export async function createProgram(asked = ''): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('entity-data')
    .description('Entity resolution in real time: run the service on this machine, load records, and inspect entities.')
    .version(version);
  const loaders = Object.hasOwn(commands, asked) ? [commands[asked]!] : Object.values(commands);
  for (const load of loaders) program.addCommand(await load());
  explainDashes(program);
  return program;
}

/** Has commands with arguments say how an id is given that begins with a dash and so looks like an option. */
function explainDashes(command: Command): void {
  for (const each of command.commands) explainDashes(each);
  if (command.registeredArguments.length === 0) return;
  command.configureOutput({
    outputError: (text, write) => {
      write(text);
      if (text.includes('unknown option')) write('If it is a value and not an option, write -- before it.\n');
    },
  });
}
