import { quote, quoteChoices } from '../../text/plain-text.ts';
import type { LintRules } from './lint-rule.ts';

export const searchRules: LintRules = {
  NO_DEFAULT_SEARCH: {
    severity: 'warning',
    meaning: 'searchRuleSetIDs has no "default", so every search must name its rule set.',
    example: '"searchRuleSetIDs": { "byName": "names" }',
    fix: 'Write "default": the rule set for searches that name none.',
    check({ document }, report) {
      if (document.searchRuleSetIDs.some((entry) => entry.name === 'default')) return;
      const names = document.searchRuleSetIDs.map((entry) => entry.name);
      report(
        '/searchRuleSetIDs',
        'a search that names no rule set cannot be answered',
        `Write "default": "…"${names.length > 0 ? ` beside ${quoteChoices(names)}` : ''}.`,
      );
    },
  },
  NO_MUTATION_GROUP: {
    severity: 'error',
    meaning: 'mutationRuleSetGroups is empty, so the service never indexes or links a record.',
    example: '"mutationRuleSetGroups": {}',
    fix: 'Write "default": { "indexRuleSetID": "…", "linkRuleSetID": "…", "deduplicateRuleSetID": null }.',
    check({ document }, report) {
      if (document.mutationRuleSetGroups.length > 0) return;
      report('/mutationRuleSetGroups', 'there is no group, so that no record is found or linked');
    },
  },
  UNKNOWN_CONSISTENCY_GROUP: {
    severity: 'error',
    meaning: 'consistencyRuleSetIDs names a group that mutationRuleSetGroups does not have.',
    example: '"mutationRuleSetGroups": { "default": … }, "consistencyRuleSetIDs": { "people": "sameKind" }',
    fix: 'Use the name of a group.',
    check({ document, suggester }, report) {
      const groups = document.mutationRuleSetGroups.map((entry) => entry.name);
      for (const { name, pointer } of document.consistencyRuleSetIDs) {
        if (groups.includes(name)) continue;
        const nearest = suggester.nearest(name, groups);
        report(
          pointer,
          `there is no group ${quote(name)}`,
          nearest ? `Did you mean ${quote(nearest)}?` : `Groups are ${quoteChoices(groups)}.`,
          'key',
        );
      }
    },
  },
};

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

/** Rules about the fields of records; they need the deployment's record schema. */
export const recordFieldRules: LintRules = {
  UNKNOWN_PATH: {
    severity: 'error',
    meaning: 'A transformer reads a path that the record schema does not have.',
    example: '{ "type": "field", "attributes": { "path": "emial" } }',
    fix: 'Write a path of input RecordInput, with * for the elements of a list: emails.*.address.',
    check({ document, schema }, report) {
      if (schema === undefined) return;
      for (const { value, pointer } of document.transformers) {
        const path = value.attributes['path'];
        // For every type of transformer, `path` is the path of the record that it reads.
        if (typeof path !== 'string') continue;
        const status = schema.hasPath(path);
        if (status === 'ok' || (status === 'object' && value.attributes['objects'] === true)) continue;
        const nearest = schema.nearestPath(path);
        const problem = {
          missing: 'is not in the record schema',
          object: 'is an object, not a value',
          list: 'goes through a list without *',
        }[status];
        report(
          `${pointer}/attributes/path`,
          `transformer ${quote(value.id)}: the path ${quote(path)} ${problem}`,
          nearest === undefined
            ? `Fields are ${[...schema.inputFields.keys()].slice(0, 10).join(', ')}.`
            : `Did you mean ${quote(nearest)}?`,
        );
      }
    },
  },
};
