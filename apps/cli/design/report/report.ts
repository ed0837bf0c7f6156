import type { DesignedRule } from '../../../../src/workbench/design/design.ts';
import type { SamplePair } from '../../../../src/workbench/learning/learned-design.ts';
import { opinionText } from '../../../../src/workbench/learning/opinion-text.ts';
import type { DesignedColumn, DesignedFile } from '../design-file.ts';
import { learningNotes } from '../design-from-records.ts';
import { firstSentence, nullTexts } from '../design-text.ts';
import { clustersChart, type Draw, openCharts, waterfall, weightsChart } from './charts.ts';
import { Html, html, style } from './html.ts';
import { measuredBody, measuredMarks } from './measured.ts';

/** The commands that follow a design. */
export type NextCommands = readonly string[];

const shownTop = 5;

/** A page about a design that opens without a network: no scripts, and nothing from elsewhere. */
export async function reportPage(file: DesignedFile, next: NextCommands): Promise<string> {
  const draw = await openCharts();
  const { warnings, designed } = file;
  const sections = [
    section('columns', 'Columns', columnsSection(file)),
    section('rules', 'Rules', await rulesSection(file, draw)),
    section('expectation', 'What to expect', expectationSection(file)),
    section(
      'measured',
      'What your answers measured',
      html`${new Html(measuredMarks.begin)}${measuredBody(designed.measured)}${new Html(measuredMarks.end)}`,
    ),
    section('entities', 'Entities of the trial run', await clustersSection(file, draw)),
    section('pairs', 'Pairs around the threshold', await pairsSection(file, draw)),
    section('next', 'How to go on', html`<pre tabindex="0">${next.join('\n')}</pre>`),
  ];
  const notes = [...learningNotes(designed), ...warnings];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Design for ${file.file}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#columns">Skip to the columns</a>
<header>
<h1>Design for <bdi>${file.file}</bdi></h1>
<p class="muted">${file.rows.toLocaleString('en')} records, ${file.title}. This page holds values of the file: keep it as private as the file.</p>
${notes.length === 0 ? '' : html`<div class="warnings"><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul></div>`}
<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${sections.map(({ id, title, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>\n`)}
</main>
<footer>Written by entity-data design.</footer>
</body>
</html>
`.text;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

const section = (id: string, title: string, body: Html): Section => ({ id, title, body });

function columnsSection({ columns, unusable, id, nulls, placeholders, frequent, counted }: DesignedFile): Html {
  const idText =
    'column' in id.id
      ? html`The id is <bdi>${id.id.column.title}</bdi>: ${id.because}.`
      : html`No column is the id: ${id.because}. The number of its line is the id of a record.`;
  return html`<p>${idText}</p>
<ul class="cards">${columns.map((column) => columnCard(column, counted))}</ul>
${listOf(
  'Not used',
  unusable.map(({ title, reason }) => html`<bdi>${title}</bdi>: ${reason}`),
)}
${listOf(
  'Read as no value',
  nulls.flatMap(nullTexts).map((text) => html`<bdi>${text}</bdi>`),
)}
${listOf(
  'Values that stand for no value',
  placeholders.map(
    ({ column, value, count }) =>
      html`<bdi>${column}</bdi>: “<bdi>${value}</bdi>” in ${count.toLocaleString('en')} rows`,
  ),
)}
${listOf(
  'Values that many rows share',
  frequent.map(
    ({ column, value, count }) =>
      html`<bdi>${column}</bdi>: “<bdi>${value}</bdi>” in ${count.toLocaleString('en')} rows`,
  ),
)}`;
}

const listOf = (title: string, items: readonly Html[]): Html | string =>
  items.length === 0 ? '' : html`<h3>${title}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

function columnCard(column: DesignedColumn, rows: number): Html {
  const { title, field, kindTitle, because, isCompared, isId, summary } = column;
  const share = rows === 0 ? 0 : summary.filled / rows;
  const taken = isId ? 'the id' : field === null ? 'left out' : kindTitle!;
  return html`<li><h3><bdi>${title}</bdi></h3><dl>
<dt>Taken for</dt><dd>${taken}${isCompared || isId || field === null ? '' : html` <span class="muted">(stored, not compared)</span>`}</dd>
<dt>Because</dt><dd>${because}</dd>
${field === null || field === title ? '' : html`<dt>Field</dt><dd>${field}</dd>`}
<dt>Filled</dt><dd><meter min="0" max="1" value="${Math.min(1, share).toFixed(3)}">${percent(share)}</meter> ${percent(share)}</dd>
<dt>Different</dt><dd>${summary.isApproximate ? 'about ' : ''}${summary.distinct.toLocaleString('en')}</dd>
</dl>${
    isId || summary.top.length === 0
      ? ''
      : html`<details><summary>Most frequent values</summary><ol>${summary.top
          .slice(0, shownTop)
          .map(
            ({ value, count }) =>
              html`<li><bdi>${value}</bdi> <span class="muted">${count.toLocaleString('en')}</span></li>`,
          )}</ol></details>`
  }</li>`;
}

async function rulesSection({ designed: { design } }: DesignedFile, draw: Draw): Promise<Html> {
  const evidence = design.evidence.map(({ title, levels, otherwise }) => ({
    title,
    agreement: Math.max(...levels.map(([, bits]) => bits)),
    disagreement: otherwise,
  }));
  return html`<p>Two records are one if the evidence for and against adds up to ${design.threshold} bits or more. Ten bits of evidence are found about a thousand times as often between two records of one thing as between others. A value that is missing counts nothing.</p>
<figure>${picture(await draw(weightsChart(evidence)))}<figcaption>What full agreement and disagreement count</figcaption></figure>
<details><summary>The same as a table</summary>${table(
    ['Evidence', 'Agreement', 'Disagreement'],
    evidence.map(({ title, agreement, disagreement }) => [title, bitsText(agreement), bitsText(disagreement)]),
  )}</details>
<p>These rules find the pairs to compare:</p>
<ul>${adviceOf(design.rules).map(({ why, misses, overMerges }) => html`<li>${firstSentence(why)}<details><summary>What it misses and what it may merge</summary><p>Misses: ${misses}</p><p>May merge: ${overMerges}</p></details></li>`)}</ul>`;
}

/** Rules whose advice is the same differ in parts that it does not name. */
function adviceOf(rules: readonly DesignedRule[]): readonly DesignedRule[] {
  return [...new Map(rules.map((rule) => [`${rule.why}\n${rule.misses}\n${rule.overMerges}`, rule])).values()];
}

function expectationSection({ designed: { opinion, sampled } }: DesignedFile): Html {
  return html`<p><strong>The model's own opinion, from ${sampled.toLocaleString('en')} records without labels:</strong> ${opinionText(opinion)}. An opinion is no measurement: only pairs that you judge tell how good the rules are.</p>`;
}

async function clustersSection({ designed: { trial }, rows }: DesignedFile, draw: Draw): Promise<Html> {
  const { records, clusters } = trial;
  const of = records < rows ? 'the first ' : '';
  const note = records < rows ? ' Later records join some of them, so that the file has larger entities.' : '';
  const entities = clusters.reduce((sum, { count }) => sum + count, 0);
  return html`<p>The rules make ${entities.toLocaleString('en')} entities of ${of}${records.toLocaleString('en')} records.${note}</p>
${
  clusters.length === 0
    ? ''
    : html`<figure>${picture(await draw(clustersChart(clusters)))}<figcaption>Number of records in an entity, and how many entities have as many</figcaption></figure>
<details><summary>The same as a table</summary>${table(
        ['Records', 'Entities'],
        clusters.map(({ size, count }) => [size.toLocaleString('en'), count.toLocaleString('en')]),
      )}</details>`
}`;
}

async function pairsSection({ designed: { pairs, design } }: DesignedFile, draw: Draw): Promise<Html> {
  if (pairs.length === 0) return html`<p>No two records share a key of the rules.</p>`;
  const cards: Html[] = [];
  for (const [index, pair] of pairs.entries()) cards.push(await pairCard(pair, index + 1, design.threshold, draw));
  return html`<p>The pairs that come closest to ${design.threshold} bits, from the highest sum down. If a pair above is wrong, or one below is right, change weights or the threshold.</p>
<ul class="cards pairs">${cards}</ul>`;
}

async function pairCard({ bits, parts }: SamplePair, number: number, threshold: number, draw: Draw): Promise<Html> {
  const verdict = bits >= threshold ? 'one thing' : 'two things';
  return html`<li><h3>Pair ${number}: ${verdict}, ${bits.toFixed(1)} bits</h3>
<figure>${picture(await draw(waterfall(parts, bits, threshold)))}<figcaption>The dashed line is the threshold</figcaption></figure>
${table(
  ['Evidence', 'One', 'Other', 'Bits'],
  parts.map(({ title, valueA, valueB, bits: part }) => [title, valueA, valueB, bitsText(part)]),
)}</li>`;
}

/** A picture whose content stands beside it as text. */
const picture = (svg: string): Html => new Html(svg.replace('<svg ', '<svg aria-hidden="true" focusable="false" '));

/** Values in a table; the columns after the first one are numbers if their cells are. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): Html {
  const isNumber = heads.map((_, index) => rows.every((row) => /^[+−]?[\d.,]+$/.test(row[index]!)));
  const cell = (index: number) => (isNumber[index] ? new Html(' class="number"') : '');
  return html`<div class="scroll"><table><thead><tr>${heads.map((head, index) => html`<th scope="col"${cell(index)}>${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((text, index) => html`<td${cell(index)}><bdi>${text}</bdi></td>`)}</tr>`)}</tbody></table></div>`;
}

const bitsText = (bits: number): string => (bits === 0 ? '0' : `${bits > 0 ? '+' : '−'}${Math.abs(bits).toFixed(1)}`);
/** Without rounding up to all: 99.97 % is not every row. */
const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toLocaleString('en')} %`;
