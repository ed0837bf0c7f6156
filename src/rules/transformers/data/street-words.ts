/**
 * Words of street addresses in lower case without diacritics, as `short: written form written form …`. The short forms follow
 * USPS Publication 28, appendices B and C (a work of the United States, public domain); written forms from everyday
 * knowledge, also of other languages.
 */
const streetTypeLines = `
aly: alley allee ally
anx: annex annx
arc: arcade
ave: avenue av aven avenu avn avnue
bch: beach
bnd: bend
blf: bluff
blvd: boulevard boul boulv bd bvd
br: branch brnch
brg: bridge brdge
brk: brook
bg: burg
byp: bypass bypas
cp: camp
cyn: canyon
cpe: cape
cswy: causeway
ctr: center centre cent cntr centr
cir: circle circ crcl crcle
clf: cliff
cl: close
clb: club
cmn: common
cor: corner
crse: course
ct: court crt
cts: courts
cv: cove
crk: creek
cres: crescent crsent cresc
crst: crest
xing: crossing crssng
xrd: crossroad
curv: curve
dl: dale
dm: dam
dr: drive driv drv
dvwy: driveway
est: estate
ests: estates
expy: expressway exp expr express
ext: extension extn
fls: falls
fry: ferry
fld: field
flds: fields
flt: flats
frd: ford
frst: forest
frg: forge
frk: fork
ft: fort
fwy: freeway frwy frway
gdn: garden gardn
gdns: gardens
gtwy: gateway
gln: glen
grn: green
gr: grove grov
grv: groves
hbr: harbor harbour
hvn: haven
hts: heights ht
hwy: highway highwy hiway hiwy
hl: hill
hls: hills
holw: hollow
inlt: inlet
is: island
jct: junction
ky: key
knl: knoll
lk: lake
lks: lakes
lndg: landing
ln: lane
lgt: light
lf: loaf
lck: lock
ldg: lodge
mnr: manor
mdw: meadow
mdws: meadows
ml: mill
mls: mills
msn: mission
mt: mount mnt
mtn: mountain
mtwy: motorway
nck: neck
orch: orchard
opas: overpass
pde: parade
pk: park prk
pkwy: parkway parkwy pkway pky
pass: passage
pne: pine
pnes: pines
pl: place
pln: plain
plns: plains
plz: plaza plza
pt: point
pts: points
prt: port
pr: prairie
radl: radial
rnch: ranch
rpd: rapid
rst: rest
rdg: ridge
riv: river rvr
rd: road
rds: roads
rte: route rt
shr: shore
shrs: shores
skwy: skyway
spg: spring
spgs: springs
sq: square squ sqr
sta: station
stra: stravenue
strm: stream
st: street str strt saint straat strasse straße
sts: streets
smt: summit
ter: terrace terr
thwy: throughway
trce: trace
trak: track
trl: trail
tunl: tunnel
tpke: turnpike trnpk
un: union
vly: valley
via: viaduct
vw: view
vlg: village vill
vl: ville
vis: vista
wlk: walk
wy: way
wl: well
wls: wells
pza: piazza
c: calle
cda: cerrada
cra: carretera
pso: paseo
pz: platz
wg: weg
`;

const directionLines = `
n: north nord norte
s: south sud sur sued
e: east ost este
w: west ouest oeste
ne: northeast nordost
nw: northwest nordwest
se: southeast sudost suedost
sw: southwest sudwest suedwest
`;

/** Words that only introduce a number: No 5 High Street, Unit No 5. */
export const numberSigns: ReadonlySet<string> = new Set(['no', 'nr', 'num', 'number', 'numero']);

/** Words for a unit inside a building; its number follows. */
const unitLines = `
unit: unit apartment apt apartement appartement appt flat suite ste wohnung whg office ofc studio
rm: room
fl: floor flr stock og etage
bldg: building bld
lot: lot
spc: space
trlr: trailer
box: postbox
`;

const numberLines = `
1: one
2: two
3: three
4: four
5: five
6: six
7: seven
8: eight
9: nine
10: ten
11: eleven
12: twelve
1st: first
2nd: second
3rd: third
4th: fourth
5th: fifth
6th: sixth
7th: seventh
8th: eighth
9th: ninth
10th: tenth
11th: eleventh
12th: twelfth
`;

function shortForms(lines: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const [short = '', written = ''] = line.split(':');
    for (const form of [short, ...written.trim().split(' ')]) if (form !== '') forms.set(form, short);
  }
  return forms;
}

export const streetTypes = shortForms(streetTypeLines);
export const directions = shortForms(directionLines);
export const unitWords = shortForms(unitLines);
export const numberWords = shortForms(numberLines);
