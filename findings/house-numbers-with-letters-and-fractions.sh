#!/usr/bin/env bash
# parse-address 1.1.2 moves the letter of a house number into the street, and drops a fraction.
#
# "221B Baker Street" becomes number 221 in "B Baker"; "123 1/2 Elm St" becomes number 123, which is the house next door.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-address@1.1.2 > /dev/null

cat > look.mjs <<'SCRIPT'
import parser from 'parse-address';

for (const address of ['221 Baker St, Ames IA 50010', '221B Baker St, Ames IA 50010', '123 1/2 Elm St, Ames IA 50010']) {
  const { number, street } = parser.parseLocation(address);
  console.log(address, '->', JSON.stringify({ number, street }));
}
SCRIPT
cat > expected <<'SEEN'
221 Baker St, Ames IA 50010 -> {"number":"221","street":"Baker"}
221B Baker St, Ames IA 50010 -> {"number":"221","street":"B Baker"}
123 1/2 Elm St, Ames IA 50010 -> {"number":"123","street":"Elm"}
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
