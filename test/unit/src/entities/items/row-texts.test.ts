import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { claimWrite, keyOwnerText, postingItem, postingText } from '../../../../../src/entities/items/index-keys.ts';
import { memberKey, memberText } from '../../../../../src/entities/items/node.ts';
import { recordItem, recordTexts } from '../../../../../src/entities/items/record.ts';
import { itemText, wellFormed } from '../../../../../src/store/embedded/rows.ts';

const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', 'é', '\u2028', '😀', '\ud800', ' ') });
const hash = fc.stringMatching(/^[\w-]{22}$/);
const id = fc.stringMatching(/^[0-9A-Z]{26}$/);

describe('the texts of items that a batch writes', () => {
  it('are those of the items that a submit writes', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(hash),
        fc.array(fc.array(text)),
        id,
        id,
        (name, value, hashes, values, node, operation) => {
          const document = JSON.stringify({ id: name, value });
          const record = {
            id: name,
            document,
            digest: 'h'.repeat(43),
            node,
            recordVersion: `${operation}.0007`,
            operation,
            removedLinks: [],
            groups: [],
            written: { exact: hashes.slice(0, 2), blocking: hashes.slice(2) },
          };
          const placed =
            recordTexts.before(record) + recordTexts.placed(record) + recordTexts.after(record.digest, record.written);
          expect(placed).toBe(itemText(recordItem(record)));

          const posting = { recordID: name, recordVersion: record.recordVersion, node, values };
          const item = postingItem('hash', posting);
          expect(postingText(posting, wellFormed(JSON.stringify(values)))).toEqual({
            sk: item.sk,
            text: itemText(item),
          });

          const claim = claimWrite('hash', node, operation);
          const owner = { ...claim.update, ...claim.setIfAbsent };
          expect(keyOwnerText([node], operation)).toEqual({ sk: owner.sk, text: itemText(owner) });

          const member = memberKey(node, name);
          expect(memberText(name)).toEqual({ sk: member.sk, text: itemText({ ...member }) });
        },
      ),
    );
  });
});
