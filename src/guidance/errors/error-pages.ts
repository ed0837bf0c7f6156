import type { DocsPage } from '../docs/documentation.ts';
import { pages } from '../docs/documentation.ts';
import type { Cause, KnownError } from './known-error.ts';

const folder = 'errors/';

/** What docs/errors/ explains: every heading of the second level is a code or the title of a message. */
export function errorsOfPages(): KnownError[] {
  return pages.filter(({ path }) => path.startsWith(folder) && path !== `${folder}README.md`).flatMap(errorsOf);
}

function errorsOf(page: DocsPage): KnownError[] {
  const area = page.title.replace(/^(?:Errors|Reasons) (?:of|in|at) /, '');
  return page.text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const lines = section.split('\n');
      const messages: string[] = [];
      const causes: Cause[] = [];
      const meaning: string[] = [];
      for (const line of lines.slice(1)) {
        const message = /^Message: `(.+)`$/.exec(line)?.[1];
        const cause = /^\d+\. (.+?) → (.+)$/.exec(line);
        if (message !== undefined) messages.push(message);
        else if (cause !== null) causes.push({ cause: cause[1]!, fix: cause[2]! });
        else meaning.push(line);
      }
      return {
        code: lines[0]!.trim(),
        area,
        meaning: meaning.join('\n').trim(),
        causes,
        messages,
        page: page.path,
      };
    });
}
