import { quote } from '../../text/quote.ts';
import type { LintRules } from './lint-rule.ts';

/** Further rows only repeat the error. */
const rowsReported = 10;

export const referenceListRules: LintRules = {
  ROW_WIDTH: {
    severity: 'error',
    meaning: 'A row of a reference list has more or fewer texts than the list has columns.',
    example: '"meta": { "header": [{ "type": "text" }, { "type": "text" }] }, "rows": [["bob"]]',
    fix: 'Write one text per column of meta.header.',
    check({ document }, report) {
      for (const { value, pointer } of document.referenceLists) {
        const width = value.meta.header.length;
        let reported = 0;
        for (const [index, row] of value.rows.entries()) {
          if (row.length === width) continue;
          const message = `reference list ${quote(value.id)}: row ${index + 1} has ${row.length} texts, and there are ${width} columns`;
          report(`${pointer}/rows/${index}`, message, `Write ${width} texts.`);
          reported += 1;
          if (reported === rowsReported) break;
        }
      }
    },
  },
  EMPTY_REFERENCE_LIST: {
    severity: 'warning',
    meaning: 'A reference list has no rows, so it maps no value.',
    example: '{ "id": "countries", "meta": { "header": [{ "type": "text" }] }, "rows": [] }',
    fix: 'Write its rows into the document.',
    check({ document }, report) {
      for (const { value, pointer } of document.referenceLists) {
        if (value.rows.length > 0) continue;
        report(pointer, `reference list ${quote(value.id)} has no rows`);
      }
    },
  },
};
