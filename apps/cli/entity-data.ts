import { EntityDataError } from '../../src/errors.ts';
import { createProgram } from './commands/program.ts';
import { InterruptedError } from './interrupted.ts';

// A reader such as `| head` may close the pipe early; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  const isFull = error.code === 'ENOSPC' || error.code === 'EFBIG';
  process.stderr.write(
    `Standard output cannot be written: ${error.message}\n` +
      `What it has is incomplete. ${isFull ? 'Free space on the disk, and run the command again.' : 'Run the command again.'}\n`,
  );
  process.exit(1);
});

// The launcher was killed, and the command has no end of its own for that.
process.on('disconnect', () => {
  if (process.listenerCount('disconnect') === 1) process.exit(130);
});
// A listener keeps the channel, and the channel a command that has ended.
process.channel?.unref();

try {
  const program = await createProgram(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  if (error instanceof InterruptedError) {
    process.stderr.write('Interrupted; nothing was changed.\n');
    process.exit(130);
  }
  if (error instanceof EntityDataError) {
    process.stderr.write(`${error.code}: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`);
  } else if (error instanceof Error && 'syscall' in error) {
    // An error of the file system or the network; its message names the operation and the path or address.
    process.stderr.write(`${error.message}\n`);
  } else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  process.exitCode = 1;
}
