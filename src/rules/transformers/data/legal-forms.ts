/**
 * Legal forms of companies: `canonical: written form | written form …`, in lower case without diacritics, points and
 * hyphens, words separated by one space. The canonical form itself is one of the written forms. Source: compiled for this
 * project from general knowledge of the countries' company law; not taken from any list. Facts without a licence.
 */
export const legalFormLines = `
inc: incorporated
corp: corporation
co: company
ltd: limited | ltda limited
llc: limited liability company | l l c | lc
llp: limited liability partnership
lllp: limited liability limited partnership
lp: limited partnership
pllc: professional limited liability company
pc: professional corporation
pa: professional association
plc: public limited company
pty ltd: proprietary limited | pty limited | pty
ulc: unlimited liability company
cic: community interest company
cyf: cyfyngedig
ccc: cwmni cyfyngedig cyhoeddus
dac: designated activity company
clg: company limited by guarantee
gmbh: gesellschaft mit beschrankter haftung | g m b h | ges m b h | gesmbh | ges mbh | mbh
gmbh co kg: gmbh and co kg | gmbh und co kg | gmbh u co kg | gesmbh and co kg | ges mbh and co kg | gmbh and co kommanditgesellschaft
gmbh co kgaa: gmbh and co kgaa
ag: aktiengesellschaft
ag co kg: ag and co kg | ag und co kg
se: societas europaea
kg: kommanditgesellschaft
kgaa: kommanditgesellschaft auf aktien
ohg: offene handelsgesellschaft
og: offene gesellschaft
gbr: gesellschaft burgerlichen rechts
ek: eingetragener kaufmann | e kfm | e kfr | e k | ekfm | ekfr
ev: eingetragener verein | e v
eg: eingetragene genossenschaft
ug: ug haftungsbeschrankt | unternehmergesellschaft | unternehmergesellschaft haftungsbeschrankt
partg: partg mbb | partnerschaftsgesellschaft
ggmbh: gemeinnutzige gmbh
stiftung: stiftung
sarl: societe a responsabilite limitee | s a r l | gmbh sarl
sagl: societa a garanzia limitata
sas: societe par actions simplifiee | s a s
sasu: sasu
eurl: entreprise unipersonnelle a responsabilite limitee
sa: societe anonyme | sociedad anonima | sociedade anonima | spolka akcyjna | s a
snc: societe en nom collectif | societa in nome collettivo
sci: societe civile immobiliere
scs: societe en commandite simple
sca: societe en commandite par actions
gie: groupement d interet economique
bv: besloten vennootschap | b v | besloten vennootschap met beperkte aansprakelijkheid
bvba: besloten vennootschap met beperkte aansprakelijkheid belgie
nv: naamloze vennootschap | n v
vof: vennootschap onder firma | v o f
cv: commanditaire vennootschap
srl: societa a responsabilita limitata | sociedad de responsabilidad limitada | s r l | srls
spa: societa per azioni | s p a
sapa: societa in accomandita per azioni
sas di: societa in accomandita semplice
scarl: societa cooperativa a responsabilita limitata | scrl
sl: sociedad limitada | s l
slu: sociedad limitada unipersonal | s l u
sau: sociedad anonima unipersonal
sa de cv: sociedad anonima de capital variable | s a de c v | sa de c v
s de rl de cv: s de r l de c v | s de rl
sapi de cv: s a p i de c v
sab de cv: s a b de c v
ltda: limitada | sociedade limitada
lda: sociedade por quotas
eireli: empresa individual de responsabilidade limitada
unipessoal lda: sociedade unipessoal por quotas
as: aktieselskab | aksjeselskap | anonim sirketi | a s
asa: allmennaksjeselskap
aps: anpartsselskab
ab: aktiebolag
ab publ: ab publ | publikt aktiebolag
hb: handelsbolag
kb: kommanditbolag
oy: osakeyhtio
oyj: julkinen osakeyhtio
ky: kommandiittiyhtio
ehf: einkahlutafelag
hf: hlutafelag
ou: osauhing
uab: uzdaroji akcine bendrove
sia: sabiedriba ar ierobezotu atbildibu
sp z oo: spolka z ograniczona odpowiedzialnoscia | sp z o o | spolka z oo | spolka z o o
sp k: spolka komandytowa | spk
sp j: spolka jawna | spj
sro: spolecnost s rucenim omezenym | s r o | spol s r o | spol s ro
as cz: akciova spolecnost
kft: korlatolt felelossegu tarsasag
zrt: zartkoruen mukodo reszvenytarsasag
nyrt: nyilvanosan mukodo reszvenytarsasag
bt: beteti tarsasag
doo: drustvo s ogranicenom odgovornoscu | d o o
dd: dionicko drustvo | d d
eood: eood | еоод
ood: ood | оод
ad: ад
ooo: ооо | obshchestvo s ogranichennoy otvetstvennostyu
oao: оао
zao: зао
pao: пао | public joint stock company
ao: ао
ip: ип
tov: тов
ae: anonimi etaireia | ανωνυμη εταιρεια | αε
epe: επε
sti: limited sirketi | ltd sti | sirketi
kk: kabushiki kaisha | kabushiki gaisha | k k | 株式会社
gk: godo kaisha | 合同会社
yk: yugen kaisha | 有限会社
co ltd: company limited | co limited | 有限公司 | 有限责任公司 | 有限責任公司 | 주식회사 | (주)
pte ltd: private limited singapore | pte limited | pte
pvt ltd: private limited | pvt limited | p ltd | pvt
sdn bhd: sendirian berhad
bhd: berhad
pt: perseroan terbatas
tbk: terbuka
jsc: joint stock company
pjsc: public joint stock company uae
fze: free zone establishment
fzco: free zone company
wll: with limited liability
saoc: saoc
saog: saog
`;

/** Canonical forms that can also precede the name (ООО Ромашка, PT Astra, 株式会社トヨタ). */
export const leadingLegalForms: ReadonlySet<string> = new Set(
  'ooo oao zao pao ao ip tov pt kk gk yk co_ltd sarl sas sci uab sia ou ab eood ood stiftung'
    .replaceAll('_', ' ')
    .split(' ')
    .concat('co ltd'),
);

/** Common abbreviations in company names. */
export const companyAbbreviations: Readonly<Record<string, string>> = {
  intl: 'international',
  internatl: 'international',
  natl: 'national',
  assoc: 'associates',
  assocs: 'associates',
  assn: 'association',
  bros: 'brothers',
  mfg: 'manufacturing',
  mfr: 'manufacturer',
  mgmt: 'management',
  mgt: 'management',
  hldg: 'holding',
  hldgs: 'holdings',
  grp: 'group',
  svc: 'service',
  svcs: 'services',
  serv: 'services',
  dept: 'department',
  univ: 'university',
  inst: 'institute',
  engr: 'engineering',
  engg: 'engineering',
  eng: 'engineering',
  tech: 'technology',
  techs: 'technologies',
  comm: 'communications',
  comms: 'communications',
  sys: 'systems',
  ind: 'industries',
  inds: 'industries',
  indus: 'industries',
  prod: 'products',
  prods: 'products',
  dist: 'distribution',
  distrib: 'distribution',
  ctr: 'center',
  centre: 'center',
  hosp: 'hospital',
  ins: 'insurance',
  fin: 'financial',
  govt: 'government',
  pharm: 'pharmaceuticals',
  pharma: 'pharmaceuticals',
  labs: 'laboratories',
  lab: 'laboratory',
};
