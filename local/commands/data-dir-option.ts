import { InvalidArgumentError, Option } from 'commander';
import { defaultDataDirectory } from '../data-directory.ts';

/** `--data-dir`. An empty text, as of a shell variable that is not set, would mean the working directory itself. */
export function dataDirOption(description = 'keeps data, keys and credentials'): Option {
  return new Option('--data-dir <directory>', description).default(defaultDataDirectory).argParser((text: string) => {
    if (text.trim() === '') throw new InvalidArgumentError('It names no directory.');
    return text;
  });
}
