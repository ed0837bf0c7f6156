#!/usr/bin/env bash
# any-ascii 0.3.3 and transliteration 2.6.1 write the same name in letters that do not meet.
#
# any-ascii joins the syllables of a Chinese name, transliteration parts them. Arabic names come without vowels, in one of them with
# capitals, where a mark of length also adds a consonant. A stored key must name the library that made it, and "mhmd" never meets
# "Mohammed" by edit distance.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts any-ascii@0.3.3 transliteration@2.6.1 > /dev/null

cat > look.mjs <<'SCRIPT'
import anyAscii from 'any-ascii';
import { transliterate } from 'transliteration';

for (const name of ['李明', 'محمد', 'محمّد', 'Ольга', 'יוסף']) console.log(name, '|', anyAscii(name), '|', transliterate(name));
SCRIPT
cat > expected <<'SEEN'
李明 | LiMing | Li Ming
محمد | mhmd | mHmd
محمّد | mhmd | mHmWd
Ольга | Ol'ga | Olga
יוסף | yvsf | yvsp
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
