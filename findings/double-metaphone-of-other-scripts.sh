#!/usr/bin/env bash
# double-metaphone 2.0.1 gives all names outside the Latin script one code, the empty one.
#
# A key that is made of the code puts every Chinese, Arabic or Cyrillic name into one group, and a comparison of codes takes
# any two of them for the same. Of Latin letters that it does not know, it leaves the letter out: "Łukasz" sounds like "Kasz".
# Fold letters to plain ones first, and treat an empty code as no value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts double-metaphone@2.0.1 > /dev/null

cat > look.mjs <<'SCRIPT'
import { doubleMetaphone } from 'double-metaphone';

for (const name of ['李', '王', 'Мария', 'محمد', 'Łukasz', 'Kasz', 'Lukasz'])
  console.log(name, JSON.stringify(doubleMetaphone(name)));
SCRIPT
cat > expected <<'SEEN'
李 ["",""]
王 ["",""]
Мария ["",""]
محمد ["",""]
Łukasz ["KS","KX"]
Kasz ["KS","KX"]
Lukasz ["LKS","LKX"]
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
