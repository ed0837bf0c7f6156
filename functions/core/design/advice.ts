import type { Evidence } from './evidence.ts';
import { isUseful } from './field-kind.ts';
import type { GuessedField } from './guess-kinds.ts';
import type { KeyChoice } from './keys.ts';
import type { UsableRequest } from './usable-names.ts';

/** What the owner should know of one rule. */
export function ruleAdvice(
  { evidence, bits }: KeyChoice,
  all: readonly Evidence[],
): { readonly why: string; readonly misses: string; readonly overMerges: string } {
  const titles = evidence.map(({ title }) => title);
  const own = all.filter(({ shared, id }) => !shared && !evidence.some((item) => item.id === id));
  const everyOther = evidence.every(({ shared }) => shared);
  return {
    why: `Records that share ${list(titles)} are looked at: ${rarity(bits)}. They are linked when everything that agrees and disagrees adds up (ENOUGH_EVIDENCE).`,
    misses: `Records in which ${list(titles, 'or')} is missing or wrong on one side${all.length > evidence.length ? '; other rules may find these' : ''}.`,
    overMerges: everyOther
      ? `Different ones that share ${list(titles)} and more, where ${
          own.length === 0
            ? 'nothing of their own is known'
            : `${list(
                own.slice(0, 3).map(({ title }) => title),
                'and',
              )} are missing on a side`
        }.`
      : `Different ones with the same ${list(titles)} of which little else is known, or whose other values were entered from one another.`,
  };
}

function rarity(bits: number): string {
  if (bits >= 17) return 'hardly two strangers have that in common';
  if (bits >= 14) return `about one in ${round(2 ** bits)} strangers has the same`;
  return `about one in ${round(2 ** bits)} strangers has the same, so expect some candidates`;
}

/** 23170 → 20,000: nobody knows more than the first digit. */
function round(count: number): string {
  const scale = 10 ** Math.floor(Math.log10(count));
  return (Math.round(count / scale) * scale).toLocaleString('en');
}

function list(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

interface Designed {
  readonly request: UsableRequest;
  readonly fields: readonly GuessedField[];
  readonly evidence: readonly Evidence[];
  readonly threshold: number;
  readonly usualThreshold: number;
  readonly choices: readonly KeyChoice[];
}

/** More index entries of a record than this are felt when records are submitted. */
const manyRules = 16;
/** Values of this many bits find few strangers by themselves. */
const selective = 13;

export function designWarnings(design: Designed): readonly string[] {
  const { request, fields, evidence, threshold, usualThreshold, choices } = design;
  const warnings: string[] = [];
  const names = (chosen: readonly GuessedField[]): string => list(chosen.map(({ field }) => field.name));
  for (const [from, to] of request.renamed) {
    warnings.push(
      `"${from}" cannot be the name of a field: it is called ${to} here. Load with --column "${from}=${to}", or rename it.`,
    );
  }
  const left = fields.filter(({ kind }) => !isUseful(kind));
  if (left.length > 0) {
    warnings.push(
      `Not compared: ${names(left)}. Such values say who keeps a record or what happened, not whom or what it is about; if one of them does, describe it.`,
    );
  }
  const unknown = fields.filter(({ kind }) => kind === 'unknown');
  if (unknown.length > 0) {
    warnings.push(
      `Nothing is known of ${names(unknown)}: compared as plain text, and counted little. Add a description or samples.`,
    );
  }
  if ((request.sampleRecords?.length ?? 0) < 20) {
    warnings.push(
      'Without sample records (20 to 200) it is not known which values very many records share, such as the address of an office; they count like rare ones.',
    );
  }
  if (threshold < usualThreshold) {
    warnings.push(
      `These few fields cannot tell records apart reliably: the threshold is ${threshold} instead of ${usualThreshold}. Expect wrong matches among many records.`,
    );
  }
  if (!evidence.some(({ shared }) => !shared)) {
    warnings.push(
      'Every field is one that different ones share (places, phone numbers, family names): members of a household or a company will be merged.',
    );
  }
  if (choices.every(({ bits }) => bits < selective)) {
    warnings.push(
      'No combination of these values is rare: with many records every record has many candidates, and submits become slow.',
    );
  }
  if (choices.length > manyRules) {
    warnings.push(
      `Each of the ${choices.length} rules is one or more index entries of every record. Where submits must be fast, take the last ones away and measure.`,
    );
  }
  return warnings;
}
