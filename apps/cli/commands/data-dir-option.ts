import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultDataDirectory } from '../../service/data-directory.ts';

/** Refuses an empty value, as from an unset shell variable: it would mean the working directory. */
function directory(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It names no directory.');
  return text;
}

/** `--data-dir` of the command that keeps data there. */
export const dataDirOption = (): Option =>
  new Option('--data-dir <directory>', 'keeps data, keys and credentials')
    .default(defaultDataDirectory)
    .argParser(directory);

/**
 * Adds the options that choose the data of a local service, and with them the service.
 *
 * @param what begins their descriptions: what the command does with what it finds there
 */
export const addLocalChoice = (command: Command, what: string): Command =>
  command
    .addOption(
      new Option(
        '--data-dir <directory>',
        `${what} in this data directory (default: ${defaultDataDirectory})`,
      ).argParser(directory),
    )
    .addOption(new Option('--instance <directory>', `${what} of this instance`).argParser(directory));
