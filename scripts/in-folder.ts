/** Paths of modules: their names, separated by blanks, in one folder. */
export const inFolder = (folder: string, names: string, ending = '.ts'): string[] =>
  names.split(' ').map((name) => `${folder}/${name}${ending}`);
