#!/usr/bin/env bash
# libphonenumber-js 1.13.16 calls phone numbers of one repeated digit valid that forms are filled with: 99999 99999 of India.
#
# A plan assigns whole ranges, so isValid() says that a number is in one, not that it is in use. 66666 66666 and 99999 99999 of
# India, 22222222 of Norway and 33333333 of Denmark pass, while 22222222 of El Salvador is a number that companies advertise.
# Records that share such a number are no duplicates. Drop long numbers of one digit whatever isValid() says, and keep short
# ones of eight digits only if they are valid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts libphonenumber-js@1.13.16 > /dev/null

cat > look.mjs <<'SCRIPT'
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';

for (const [text, country] of [
  ['99999 99999', 'IN'], ['66666 66666', 'IN'], ['22222222', 'NO'], ['33333333', 'DK'], ['2222 2222', 'SV'],
  ['07777 777777', 'GB'], ['0111111111', 'FR'], ['(999) 999-9999', 'US'], ['11111111', 'DK'], ['1111111', 'DE'],
]) {
  const number = parse(text, country);
  console.log(text, country, number.isValid() ? `valid: ${number.getType()}` : 'not valid');
}
SCRIPT
cat > expected <<'SEEN'
99999 99999 IN valid: MOBILE
66666 66666 IN valid: MOBILE
22222222 NO valid: FIXED_LINE
33333333 DK valid: FIXED_LINE_OR_MOBILE
2222 2222 SV valid: FIXED_LINE
07777 777777 GB valid: MOBILE
0111111111 FR valid: FIXED_LINE
(999) 999-9999 US not valid
11111111 DK not valid
1111111 DE not valid
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
