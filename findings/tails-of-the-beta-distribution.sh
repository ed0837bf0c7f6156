#!/usr/bin/env bash
# jstat 1.9.6 gives wrong quantiles in the tails of the beta distribution.
#
# Bounds of precision and recall that hold for many numbers at once are such quantiles. Of a beta distribution with the
# parameters 1 and 40, it takes .583 for the quantile of 1 - 1e-9, which is .404. The usual 97.5 % is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts jstat@1.9.6 > /dev/null

cat > look.mjs <<'SCRIPT'
import jstat from 'jstat';

// Beta(1, b) has a closed form: 1 - (1 - p)^(1 / b).
for (const [p, b] of [[0.999999999, 40], [0.9999999, 300], [0.975, 40]]) {
  const exact = -Math.expm1(Math.log1p(-p) / b);
  const given = jstat.beta.inv(p, 1, b);
  const wrong = Math.abs(given - exact) / exact;
  console.log(p, b, exact.toPrecision(8), given.toPrecision(8), wrong > 1e-7 ? 'wrong' : 'right');
}
SCRIPT
cat > expected <<'SEEN'
0.999999999 40 0.40433786 0.58297559 wrong
0.9999999 300 0.052309195 0.065721392 wrong
0.975 40 0.088097303 0.088097303 right
SEEN

node look.mjs > seen
cat seen
diff expected seen && echo 'Behaves as described.'
