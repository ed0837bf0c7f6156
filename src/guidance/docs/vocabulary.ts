/**
 * What users say, and the words of these pages for it. Endings do not matter. Several words count where they follow each
 * other; of what is meant, all words of one text must stand in a passage.
 */
export const vocabulary: readonly (readonly [said: readonly string[], meant: readonly string[]])[] = [
  // Records and entities
  [
    [
      'delete',
      'remove',
      'forget',
      'wipe',
      'gdpr',
      'ccpa',
      'right to be forgotten',
      'deletion request',
      'personal data',
    ],
    ['erase', 'erasure', 'erase person'],
  ],
  [
    [
      'golden record',
      'golden copy',
      'single customer view',
      'single source of truth',
      '360 degree view',
      'master record',
    ],
    ['survivorship', 'also called golden record'],
  ],
  [
    ['mdm', 'master data', 'master data management', 'which value wins', 'best value', 'best record'],
    ['survivorship', 'also called golden record'],
  ],
  [
    ['split', 'unmerge', 'merged by mistake', 'undo wrong match', 'wrong merge', 'overmerge', 'split them'],
    ['take apart', 'separate', 'disassemble'],
  ],
  [
    ['never the same', 'never match', 'not the same', 'must not link'],
    ['separate', 'connection ban'],
  ],
  [
    ['combine', 'join', 'put together', 'manual merge', 'merge'],
    ['link', 'merge by hand'],
  ],
  [
    ['undo', 'revert', 'roll back'],
    ['take back', 'undo'],
  ],
  [['dedupe', 'deduplicate', 'deduplication', 'merge purge'], ['duplicate']],
  [['audit trail', 'audit', 'who changed', 'lineage', 'provenance'], ['history']],
  [['crosswalk', 'xref', 'cross reference', 'id mapping', 'persistent id'], ['entity id']],
  [['transitive', 'transitive closure', 'connected component'], ['chain']],
  [
    ['steward', 'data steward', 'uncertain match', 'manual review', 'clerical review'],
    ['review queue', 'decision person'],
  ],
  [['why', 'same person', 'did not match', 'do not match', 'reason'], ['explain']],
  // Rules
  [
    ['stricter', 'looser', 'strict', 'loose', 'cutoff', 'sensitivity'],
    ['threshold', 'precision'],
  ],
  [
    ['change threshold', 'adjust threshold', 'set threshold'],
    ['weighted threshold', 'change rules threshold'],
  ],
  [['false positive', 'wrong match', 'accurate', 'accuracy'], ['precision']],
  [['false negative', 'missed match'], ['recall']],
  [
    ['measure', 'evaluate', 'quality'],
    ['precision', 'label'],
  ],
  [
    ['train', 'machine learning', 'active learning', 'model'],
    ['label', 'learned design'],
  ],
  [
    ['probabilistic', 'fellegi sunter', 'bayes'],
    ['weighted', 'bits evidence'],
  ],
  [['clean', 'cleanse', 'standardize', 'format', 'in different formats'], ['transformer']],
  [
    ['fuzzy', 'fuzzy matching', 'typo', 'misspelling'],
    ['typing errors', 'similarity', 'distance'],
  ],
  [['soundex', 'metaphone', 'sounds like'], ['phonetic']],
  [
    ['levenshtein', 'edit distance', 'jaro winkler'],
    ['comparer distance', 'similarity'],
  ],
  [['phone', 'phone number', 'telephone'], ['normalizephonenumber']],
  [['date', 'birthday', 'day first'], ['makedate']],
  [['nickname'], ['normalizename']],
  [['ltd', 'limited', 'legal form', 'company name'], ['normalizecompany']],
  // In and out
  [['import', 'upload', 'ingest', 'etl'], ['load']],
  [['s3', 'bucket'], ['bulk load']],
  [['postgres', 'postgresql', 'mysql', 'snowflake', 'sql', 'jdbc', 'connector'], ['database']],
  [['kafka', 'event bus', 'publish', 'notify', 'stream', 'cdc', 'change data capture'], ['entity event']],
  [['download', 'excel', 'spreadsheet', 'business intelligence', 'bi', 'tableau'], ['export']],
  // Operation
  [
    ['price', 'pricing', 'bill', 'how much cost', 'expensive'],
    ['cost', 'dollars'],
  ],
  [
    ['monitor', 'monitoring', 'alert', 'grafana', 'prometheus', 'datadog'],
    ['alarm', 'metric'],
  ],
  [
    ['failover', 'fail over', 'outage'],
    ['disaster recovery', 'second region'],
  ],
  [['uninstall', 'tear down', 'destroy', 'decommission', 'remove deployment'], ['take it down']],
  [['fast', 'speed', 'slow', 'latency', 'throughput'], ['performance']],
  [
    ['how many', 'handle', 'capacity'],
    ['limit', 'scale'],
  ],
  [
    ['429', 'http 429'],
    ['too many requests', 'limits of one client'],
  ],
  [['docker', 'on premise', 'self hosted', 'laptop'], ['local service']],
  // Security
  [
    ['sso', 'single sign on', 'login', 'log in', 'saml'],
    ['sign in', 'identity provider'],
  ],
  [['azure ad', 'azure active directory', 'active directory'], ['entra']],
  [
    ['password', 'credential', 'rotate', 'leaked'],
    ['secret', 'replace secret'],
  ],
  [['rate limit', 'rate limiting', 'throttle', 'noisy'], ['limits of one client']],
  [['hide', 'mask', 'redact'], ['privilege']],
  [['ip address', 'restrict access', 'whitelist', 'firewall'], ['allow list']],
  [
    ['compliance', 'hipaa', 'pii'],
    ['security model', 'data at rest'],
  ],
];
