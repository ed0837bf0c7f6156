/** Severities, least first. */
const severities = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof severities)[number];

/**
 * Writes one line where Lambda takes it for an event of the log as it is. Not through `console`: in Lambda's JSON log
 * format that puts every text into a `message` of its own, where neither a query nor CloudWatch's metrics find its fields.
 */
export function writeToStandardOutput(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Lets through the lines of a severity and those above it; LOG_LEVEL names it, INFO unless it does. The functions choose
 * themselves what they write: Lambda's own filter would hold lines with metrics, which have no severity, for INFO.
 */
export function isLogged(environment: Readonly<Record<string, string | undefined>>): (severity: string) => boolean {
  const least = severities.indexOf((environment['LOG_LEVEL'] ?? '').toUpperCase() as Severity);
  const from = least === -1 ? severities.indexOf('INFO') : least;
  return (severity) => severities.indexOf(severity.toUpperCase() as Severity) >= from;
}
