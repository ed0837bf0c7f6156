import { createHash } from 'node:crypto';
import { EntityDataError } from '../../../errors.ts';
import { queryAll, type Store } from '../../../store/port.ts';
import { documentPartition, documentPartWrite, readDocumentPart } from '../../items/rules-register.ts';
import { textParts } from '../../items/texts.ts';

/** The document that the stored records were indexed by is not in the table as it was written. */
export class StoredRulesError extends EntityDataError {
  readonly code = 'STORED_RULES_UNREADABLE';
}

/** Name of a document: SHA-256 of its text in hexadecimal digits, as `sha256sum` prints it for the file. */
export const documentName = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes a document that is not there yet; one that is there is written again, to the same effect. */
export async function writeDocument(store: Store, text: string): Promise<void> {
  const name = documentName(text);
  await store.write(textParts(text).map((part, index) => documentPartWrite(name, index, part)));
}

/** @throws StoredRulesError when it is not there as it was written */
export async function readDocument(store: Store, name: string): Promise<string> {
  const parts: string[] = [];
  for await (const item of queryAll(store, documentPartition(name))) parts.push(readDocumentPart(item));
  const text = parts.join('');
  if (documentName(text) === name) return text;
  throw new StoredRulesError(
    `the rule-config ${name.slice(0, 12)}, by which the stored records are indexed, is ${parts.length === 0 ? 'not in the table' : 'damaged in the table'}`,
    { hint: 'Deploy the rule-config of which this is the SHA-256.' },
  );
}
