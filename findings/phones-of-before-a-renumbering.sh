#!/usr/bin/env bash
# libphonenumber-js 1.13.16 refuses numbers as they were written before Mexico, Benin and Ivory Coast renumbered.
#
# Mexico dropped the 1 of mobile numbers and the prefixes 01, 044 and 045 in 2019; Ivory Coast (2021) and Benin (2024) put two
# digits before every number. Lists keep the old form for years. It is neither valid nor brought to the new one, although the
# same library rewrites Argentine mobile numbers (011 15 … to 9 11 …). Bring old numbers to the new form before you parse.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts libphonenumber-js@1.13.16 > /dev/null

cat > look.mjs <<'SCRIPT'
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';

for (const [text, country] of [
  ['+52 1 55 1234 5678'], ['044 55 1234 5678', 'MX'], ['+52 55 1234 5678'],
  ['+225 07 02 03 04'], ['+225 07 07 02 03 04'], ['+229 97 97 97 97'], ['+229 01 97 97 97 97'],
  ['011 15 2345 6789', 'AR'],
]) {
  const number = parse(text, country);
  console.log(text, number.number, number.isValid() ? 'valid' : 'not valid');
}
SCRIPT
cat > expected <<'SEEN'
+52 1 55 1234 5678 +5215512345678 not valid
044 55 1234 5678 +520445512345678 not valid
+52 55 1234 5678 +525512345678 valid
+225 07 02 03 04 +22507020304 not valid
+225 07 07 02 03 04 +2250707020304 valid
+229 97 97 97 97 +22997979797 not valid
+229 01 97 97 97 97 +2290197979797 valid
011 15 2345 6789 +5491123456789 valid
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
