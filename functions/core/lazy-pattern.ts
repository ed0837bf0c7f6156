/**
 * A pattern that is made when it is first used. V8 looks up the characters of `\p{…}` when it reads a file, also in
 * functions that nobody calls: written as literals, the patterns of the transformers took 3 ms of every start.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}
