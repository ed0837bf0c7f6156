/** A case that ran: `differences` is empty when it passed. */
export interface CaseResult {
  readonly file: string;
  readonly name: string;
  readonly differences: readonly string[];
  readonly seconds: number;
}

/** Formats the results as JUnit XML for build servers, with a test suite for each case file. */
export function junitXml(results: readonly CaseResult[]): string {
  const suites = Map.groupBy(results, ({ file }) => file);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="rules"${counts(results)}>`,
    ...[...suites].flatMap(([file, cases]) => [
      `  <testsuite name="${escapeXml(file)}"${counts(cases)}>`,
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function caseLines({ file, name, differences, seconds }: CaseResult): string[] {
  const head = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}" time="${seconds.toFixed(3)}"`;
  if (differences.length === 0) return [`${head}/>`];
  return [
    `${head}>`,
    `      <failure message="${escapeXml(differences.length === 1 ? '1 difference' : `${differences.length} differences`)}">${escapeXml(differences.join('\n'))}</failure>`,
    '    </testcase>',
  ];
}

function counts(results: readonly CaseResult[]): string {
  const failed = results.filter(({ differences }) => differences.length > 0).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return ` tests="${results.length}" failures="${failed}" time="${seconds.toFixed(3)}"`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 cannot represent most control characters.
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
