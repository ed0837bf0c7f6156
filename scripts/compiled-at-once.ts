const moduleName = /^\/\/ ((?:[\w-]+:)?[\w@./-]+\.(?:ts|js|mjs|cjs|json))$/;
const functionHead = /^((?:async )?function\*?) (\w+)(\(.*)$/;

/**
 * Has V8 compile the functions of some modules together with their file. It skims every function of a file, and reads it
 * again and compiles it when it is first called. Of one in parentheses it expects that it is called at once, and reads it
 * only once: a gain where a start calls nearly all functions of a module, and a loss elsewhere.
 *
 * JavaScript makes the functions of a file before anything of it runs, so they become its first variables.
 *
 * @param program a file as esbuild prints it: a module begins with its path in a comment, a function ends with a lone `}`
 * @param modules their paths
 * @returns the program, and which of the modules had functions in it
 */
export function compiledAtOnce(
  program: string,
  modules: ReadonlySet<string>,
): { readonly program: string; readonly found: ReadonlySet<string> } {
  const [head, made, rest]: [string[], string[], string[]] = [[], [], []];
  const found = new Set<string>();
  let module = '';
  let within = false;
  for (const line of program.split('\n')) {
    if (within) {
      within = line !== '}';
      made.push(within ? line : '});');
      continue;
    }
    module = moduleName.exec(line)?.[1] ?? module;
    const [, kind, name, start] = (modules.has(module) && functionHead.exec(line)) || [];
    if (name === undefined) {
      (module === '' ? head : rest).push(line);
      continue;
    }
    found.add(module);
    made.push(`// ${module}`, `var ${name} = (${kind}${start}`);
    within = true;
  }
  return { program: [...head, ...made, ...rest].join('\n'), found };
}
