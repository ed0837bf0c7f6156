import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');
const ofOthers = new Set(['node_modules', 'dist']);

/** Paths of the project's Markdown pages in a folder and below, relative to the root. */
export const pages = (directory: string): string[] =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return ofOthers.has(entry.name) || entry.name.startsWith('.') ? [] : pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });

/** The text of a page without its fenced blocks. */
export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8').replace(/```.*?```/gs, '');
