/**
 * The script of a thread or a process, named relative to a module and without its ending. It ends as the module does:
 * `.ts` in the sources, `.js` in the npm package, `.mjs` in the archive of a function.
 *
 * @param module the `import.meta.url` of the module
 * @param path such as `./thread`
 */
export function scriptBeside(module: string, path: string): URL {
  const { pathname } = new URL(module);
  return new URL(`${path}${pathname.slice(pathname.lastIndexOf('.'))}`, module);
}
