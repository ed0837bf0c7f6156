#!/usr/bin/env bash
# Jaro-Winkler is two measures: jaro-winkler 0.2.8 and talisman 1.1.4 raise similar texts only, natural 8.1.1 and clj-fuzzy 0.4.1 raise all.
#
# Winkler raises the similarity for a common beginning where Jaro is at least .7. Two libraries of four raise it always. A
# threshold that was tuned with one of them is wrong with another, exactly for pairs that are unlike but begin alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts jaro-winkler@0.2.8 talisman@1.1.4 natural@8.1.1 clj-fuzzy@0.4.1 > /dev/null

cat > look.mjs <<'SCRIPT'
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const jaroWinkler = require('jaro-winkler');
const talisman = require('talisman/metrics/jaro-winkler');
const { default: natural } = await import('natural/lib/natural/distance/jaro-winkler_distance.js');
const { jaro_winkler: cljFuzzy } = require('clj-fuzzy').metrics;
const text = (number) => Number(number).toFixed(3);
for (const [a, b] of [['MARTHA', 'MARHTA'], ['JOHANNES', 'JOHAR'], ['ANNBAKER', 'ANNXUIZT'], ['AAAPPPP', 'AAAQQQQ']])
  console.log(a, b, text(jaroWinkler(a, b)), text(talisman(a, b)), text(natural(a, b, {})), text(cljFuzzy(a, b)));
SCRIPT
cat > expected <<'SEEN'
MARTHA MARHTA 0.961 0.961 0.961 0.961
JOHANNES JOHAR 0.860 0.860 0.860 0.860
ANNBAKER ANNXUIZT 0.583 0.583 0.708 0.708
AAAPPPP AAAQQQQ 0.619 0.619 0.733 0.733
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
