import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Requirement } from './requirement.ts';

/** A command in a pseudo-terminal of its own, as a person at a keyboard has it. */
export interface TerminalCommand {
  /** Resolves when the terminal shows this text behind what former calls waited for; rejects if the command ends before. */
  shows(text: string): Promise<void>;
  /** Presses keys: `\n` is Enter, {@link CTRL_C} and {@link CTRL_D} are what they say. */
  type(keys: string): void;
  readonly finished: Promise<LeftTerminal>;
  kill(): void;
}

/** The terminal as the command left it. */
interface LeftTerminal {
  readonly code: number | null;
  /** Everything that was written to the terminal, lines ended by `\n`. */
  readonly output: string;
  /** Whether a person sees the cursor, what is typed, and edits it by line. */
  readonly cursor: boolean;
  readonly echo: boolean;
  readonly lines: boolean;
}

interface TerminalOptions {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export type RunInTerminal = (words: readonly string[], options?: TerminalOptions) => TerminalCommand;

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** `script` makes a pseudo-terminal; the one of macOS and BSD takes other options. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

export const terminals: Requirement<RunInTerminal> = {
  found: hasScript ? runInTerminal : undefined,
  need: 'script of util-linux',
};

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const settings = 'settings of the terminal: ';

function runInTerminal(words: readonly string[], { cwd, env = {} }: TerminalOptions = {}): TerminalCommand {
  // The shell outlives Ctrl-C, and says afterwards how the command left the terminal.
  const line = [
    'trap : INT',
    'stty cols 80 rows 24',
    words.map(quoted).join(' '),
    'code=$?',
    `printf '%s' ${quoted(settings)}`,
    'stty -a | tr "\\n" " "',
    'exit $code',
  ].join('\n');
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd,
    env: { ...process.env, SHELL: '/bin/sh', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return watched(child);
}

function watched(child: ChildProcess): TerminalCommand {
  let output = '';
  let seen = 0;
  let isOver = false;
  let wake = () => {};
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text.replaceAll('\r\n', '\n');
    wake();
  });
  const finished = once(child, 'close').then(([code]) => {
    isOver = true;
    wake();
    const [written = '', left = ''] = output.split(settings);
    return {
      code: code as number | null,
      output: written,
      cursor: written.lastIndexOf('\u001b[?25l') <= written.lastIndexOf('\u001b[?25h'),
      echo: / echo /.test(left),
      lines: / icanon /.test(left),
    };
  });
  return {
    async shows(text) {
      while (!output.includes(text, seen)) {
        if (isOver) throw new Error(`The command ended, and did not show ${JSON.stringify(text)} in:\n${output}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      seen = output.indexOf(text, seen) + text.length;
    },
    type: (keys) => void child.stdin!.write(keys),
    finished,
    kill: () => void child.kill('SIGKILL'),
  };
}
