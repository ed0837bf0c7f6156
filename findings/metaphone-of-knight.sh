#!/usr/bin/env bash
# metaphone 2.0.1 hears an F in "Knight", and keeps no C with a cedilla.
#
# The homophones that phonetic codes are explained with get different codes: "Knight" is NFT, "Nite" is NT.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts metaphone@2.0.1 > /dev/null

cat > look.mjs <<'SCRIPT'
import { metaphone } from 'metaphone';

for (const name of ['Knight', 'Night', 'Nite', 'Wright', 'Right', 'Rite', 'Çelik', 'Celik']) console.log(name, metaphone(name));
SCRIPT
cat > expected <<'SEEN'
Knight NFT
Night NFT
Nite NT
Wright RFT
Right RFT
Rite RT
Çelik ELK
Celik SLK
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
