#!/usr/bin/env bash
# parse-full-name 1.2.7 takes the given name "Van" for a particle, and leaves the person without a given name.
#
# Van, Bin, Den, Della and Mac are given names as well (Vietnamese, Chinese, Japanese, English). humanparser 2.7.0 knows that
# a name has a given name. Two members of one family become one name by the former.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-full-name@1.2.7 humanparser@2.7.0 > /dev/null

cat > look.mjs <<'SCRIPT'
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { parseFullName } = require('parse-full-name');
const { parseName } = require('humanparser');
for (const name of ['Van Nguyen', 'Bin Zhang', 'Della Smith', 'Anna van Dyke']) {
  const one = parseFullName(name);
  const other = parseName(name);
  console.log(name, '| parse-full-name', JSON.stringify([one.first, one.last]), '| humanparser', JSON.stringify([other.firstName, other.lastName]));
}
SCRIPT
cat > expected <<'SEEN'
Van Nguyen | parse-full-name ["","Van Nguyen"] | humanparser ["Van","Nguyen"]
Bin Zhang | parse-full-name ["","Bin Zhang"] | humanparser ["Bin","Zhang"]
Della Smith | parse-full-name ["","Della Smith"] | humanparser ["Della","Smith"]
Anna van Dyke | parse-full-name ["Anna","van Dyke"] | humanparser ["Anna","van Dyke"]
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
