#!/usr/bin/env bash
# talisman 1.1.4 and clj-fuzzy 0.4.1 leave the first letter of a NYSIIS code doubled where the beginning was rewritten.
#
# NYSIIS turns a leading KN into NN, PH into FF, SCH into SSS, and later drops letters that repeat the one before. Both
# libraries keep the pair at the beginning. So "Knuth" and "Nuth", or "Phillips" and "Fillips", have different codes, which
# the rewriting exists to prevent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts talisman@1.1.4 clj-fuzzy@0.4.1 > /dev/null

cat > look.mjs <<'SCRIPT'
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const talisman = require('talisman/phonetics/nysiis');
const { nysiis } = require('clj-fuzzy').phonetics;
for (const name of ['Knuth', 'Nuth', 'Phillips', 'Fillips', 'Schmidt', 'Smidt'])
  console.log(name, 'talisman', talisman(name), 'clj-fuzzy', nysiis(name));
SCRIPT
cat > expected <<'SEEN'
Knuth talisman NNAT clj-fuzzy NNAT
Nuth talisman NAT clj-fuzzy NAT
Phillips talisman FFALAP clj-fuzzy FFALAP
Fillips talisman FALAP clj-fuzzy FALAP
Schmidt talisman SSNAD clj-fuzzy SSNAD
Smidt talisman SNAD clj-fuzzy SNAD
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
