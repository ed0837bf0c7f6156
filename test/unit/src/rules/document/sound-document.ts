/** A document in which the linter, with the types of the service, finds nothing; a fresh copy each time. */
export function soundDocument() {
  const pin = (sourceID: string, sourcePin = 'default') => ({ sourceID, sourcePin });
  const group: Record<string, unknown> = {
    indexRuleSetID: 'common',
    linkRuleSetID: 'common',
    deduplicateRuleSetID: null,
  };
  return {
    transformers: [
      { id: 'readEmail', type: 'field', attributes: { path: 'email' } },
      { id: 'readName', type: 'field', attributes: { path: 'name' } },
      {
        id: 'cleanName',
        type: 'stringop',
        attributes: { operation: 'normalizediacritics' },
        inputPins: { default: pin('readName') },
      },
    ] as Record<string, unknown>[],
    resolvers: [
      { id: 'email', inputPin: pin('readEmail') },
      { id: 'fullName', inputPin: pin('cleanName') },
    ] as Record<string, unknown>[],
    comparers: [{ id: 'exact', type: 'exact', attributes: {} }] as Record<string, unknown>[],
    tokenizers: [{ id: 'word', type: 'word', attributes: {} }] as Record<string, unknown>[],
    matchers: [
      { id: 'sameEmail', type: 'simple', attributes: { resolverID: 'email', mustExist: false } },
      {
        id: 'alikeName',
        type: 'token',
        attributes: { resolverID: 'fullName', tokenizerID: 'word', comparerID: 'exact', min: 2 },
      },
    ] as Record<string, unknown>[],
    rules: [
      { id: 'EMAIL', matcherIDs: ['sameEmail'], attributes: {} },
      { id: 'NAME', matcherIDs: ['alikeName'], attributes: { score: 0.5 } },
    ] as Record<string, unknown>[],
    ruleSets: [{ id: 'common', ruleIDs: ['EMAIL', 'NAME'] }] as Record<string, unknown>[],
    searchRuleSetIDs: { default: 'common' } as Record<string, unknown>,
    mutationRuleSetGroups: { default: group } as Record<string, Record<string, unknown>>,
  };
}

export type SoundDocument = ReturnType<typeof soundDocument> & Record<string, unknown>;
