import { InvalidArgumentError, Option } from 'commander';
import { defaultDataDirectory } from '../../service/data-directory.ts';

/** Adds `--data-dir`. Refuses an empty value, as from an unset shell variable: it would mean the working directory. */
export function dataDirOption(description = 'keeps data, keys and credentials'): Option {
  return new Option('--data-dir <directory>', description).default(defaultDataDirectory).argParser((text: string) => {
    if (text.trim() === '') throw new InvalidArgumentError('It names no directory.');
    return text;
  });
}
