#!/usr/bin/env bash
# natural 8.1.1 computes another Soundex than the archives: consonants of one code around H count twice.
#
# By the rule of the National Archives of the US, "Ashcraft" is A261, because S and C have one code and only an H between them.
# natural gives A226; talisman 1.1.4 and soundex-code 2.0.1 give A261. Codes that are stored by one library find nothing by
# another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts natural@8.1.1 talisman@1.1.4 soundex-code@2.0.1 > /dev/null

cat > look.mjs <<'SCRIPT'
import { createRequire } from 'node:module';
import { soundex } from 'soundex-code';

console.info = () => {};
const require = createRequire(import.meta.url);
const { default: SoundEx } = await import('natural/lib/natural/phonetics/soundex.js');
const talisman = require('talisman/phonetics/soundex');
const natural = new SoundEx();
for (const name of ['Ashcraft', 'Ashcroft', 'Tymczak', 'Pfister'])
  console.log(name, 'natural', natural.process(name), 'talisman', talisman(name), 'soundex-code', soundex(name));
SCRIPT
cat > expected <<'SEEN'
Ashcraft natural A226 talisman A261 soundex-code A261
Ashcroft natural A226 talisman A261 soundex-code A261
Tymczak natural T522 talisman T522 soundex-code T522
Pfister natural P236 talisman P236 soundex-code P236
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
