import { EntityDataError } from '../functions/core/errors.ts';
import { createProgram } from './commands/program.ts';

// A reader that has seen enough (`| head`) closes the pipe: no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof EntityDataError) {
    process.stderr.write(`${error.code}: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`);
  } else if (error instanceof Error && 'syscall' in error) {
    // The file system or the network refuses something; its message says what and where.
    process.stderr.write(`${error.message}\n`);
  } else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  process.exitCode = 1;
}
