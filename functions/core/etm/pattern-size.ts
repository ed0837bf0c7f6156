/** What has been read of a group: the size of all of it, and of its last atom, which a repetition would multiply. */
interface Group {
  size: number;
  atom: number;
}

/**
 * About how many instructions a pattern compiles to, told from its text alone: RE2 expands repetitions before it counts
 * them, and 900 characters can become 900,000 instructions. Too high rather than too low; what is not valid has any size.
 */
export function patternSize(pattern: string): number {
  const open: Group[] = [{ size: 2, atom: 0 }];
  for (let at = 0; at < pattern.length; ) {
    const group = open.at(-1)!;
    const nothing = nothingEnd(pattern, at);
    if (nothing !== undefined) {
      at = nothing;
      continue;
    }
    const repetition = repetitionAt(pattern, at);
    if (repetition !== undefined) {
      const expanded = (group.atom + 1) * repetition.times;
      group.size += expanded - group.atom;
      group.atom = expanded;
      at = repetition.end;
      continue;
    }
    if (pattern[at] === '(') {
      const end = groupStart(pattern, at);
      // What captures has an instruction at either end.
      open.push({ size: end === at + 1 || pattern[end - 1] === '>' ? 2 : 0, atom: 0 });
      at = end;
    } else if (pattern[at] === ')' && open.length > 1) {
      at += 1;
      addAtom(open.at(-2)!, open.pop()!.size);
    } else if (pattern.startsWith('\\Q', at)) {
      const end = quoteEnd(pattern, at);
      group.size += end - at;
      group.atom = 1;
      at = end;
    } else {
      addAtom(group, 1);
      at = atomEnd(pattern, at);
    }
  }
  return open.reduce((sum, { size }) => sum + size, 0);
}

function addAtom(group: Group, size: number): void {
  group.size += size;
  group.atom = size;
}

const COUNT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;

function repetitionAt(pattern: string, at: number): { readonly times: number; readonly end: number } | undefined {
  const character = pattern[at]!;
  if ('*+?'.includes(character)) return { times: 1, end: at + 1 };
  if (character !== '{') return undefined;
  COUNT.lastIndex = at;
  const [text, least, most] = COUNT.exec(pattern) ?? [];
  if (text === undefined) return undefined;
  return { times: Math.max(1, Number(least), Number(most ?? 0)), end: at + text.length };
}

const NOTHING = /\\Q\\E|\(\?[A-Za-z-]*\)/y;

/** Where flags such as `(?i)` and empty quotes end. They are no atom: a repetition behind them is of what stands before. */
function nothingEnd(pattern: string, at: number): number | undefined {
  NOTHING.lastIndex = at;
  return NOTHING.test(pattern) ? NOTHING.lastIndex : undefined;
}

const GROUP = /\((?:\?(?:P?<\w*>|[A-Za-z-]*:?))?/y;

/** Where a group's own expressions begin: behind `(`, `(?:`, `(?i:` or `(?P<name>`. */
function groupStart(pattern: string, at: number): number {
  GROUP.lastIndex = at;
  return at + (GROUP.exec(pattern)?.[0].length ?? 1);
}

/** Where a text between \Q and \E ends. */
function quoteEnd(pattern: string, at: number): number {
  const close = pattern.indexOf('\\E', at);
  return close === -1 ? pattern.length : close + 2;
}

/** Where an atom ends that is no repetition: a character, an escape, or a class in brackets. */
function atomEnd(pattern: string, at: number): number {
  if (pattern[at] === '[') return classEnd(pattern, at);
  return pattern[at] === '\\' ? escapeEnd(pattern, at) : at + 1;
}

function escapeEnd(pattern: string, at: number): number {
  const name = pattern[at + 1];
  // \p{Greek} and \x{10FFFF}: these braces repeat nothing.
  if (name !== undefined && 'pPx'.includes(name) && pattern[at + 2] === '{') {
    const close = pattern.indexOf('}', at);
    return close === -1 ? pattern.length : close + 1;
  }
  return at + 2;
}

function classEnd(pattern: string, at: number): number {
  let from = at + 1;
  if (pattern[from] === '^') from += 1;
  // A bracket in front stands for itself.
  if (pattern[from] === ']') from += 1;
  while (from < pattern.length && pattern[from] !== ']') {
    if (pattern.startsWith('[:', from)) {
      const close = pattern.indexOf(':]', from + 2);
      from = close === -1 ? from + 1 : close + 2;
    } else from = pattern[from] === '\\' ? escapeEnd(pattern, from) : from + 1;
  }
  return from + 1;
}
