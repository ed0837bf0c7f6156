/**
 * Words around personal names, in lower case without diacritics and points. Source: compiled for this project from
 * everyday knowledge of the languages; facts without a licence.
 */

/** Stand before a name. No word that is itself a usual given name (Don, Dean, Earl, Prince). */
export const titleWords: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mx mister master dr doctor prof professor sir dame lady lord rev revd reverend fr father pastor rabbi ' +
    'imam sheikh sister hon honorable honourable capt captain col colonel gen lt lieutenant sgt sergeant maj cpl cmdr ' +
    'amb ambassador sen senator gov governor pres ' +
    'herr frau fraulein dipl ing med phil jur rer nat hc habil dent mag dkfm baron baronin freiherr graf grafin ' +
    'm mme mlle monsieur madame mademoiselle maitre ' +
    'sr sra srta senor senora senorita dona lic ' +
    'sig sigra signor signora signorina dott dottore dottssa avv ' +
    'dhr mevr mevrouw meneer drs ir hr fru pan pani gospodin gospozha g-n'
  ).split(' '),
);

/** Stand after a name and tell generations apart. */
export const generationWords: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['jnr', 'jr'],
  ['junior', 'jr'],
  ['sr', 'sr'],
  ['snr', 'sr'],
  ['senior', 'sr'],
  ['ii', 'ii'],
  ['2nd', 'ii'],
  ['iii', 'iii'],
  ['3rd', 'iii'],
  ['iv', 'iv'],
  ['4th', 'iv'],
]);

/** Stand after a name and say what somebody is. */
export const credentialWords: ReadonlySet<string> = new Set(
  (
    'md phd esq esquire dds dmd dvm cpa rn lpn np mba msc bsc jd llm llb pharmd psyd edd facs fache od dpm rph dphil mph msn bsn lcsw ' +
    'obe mbe cbe kbe frs kc qc osb sj'
  ).split(' '),
);

/** Credentials that are also surnames or initials: taken as credentials only after a comma. */
export const credentialsAfterComma: ReadonlySet<string> = new Set('ma ba do pe pa dc bs ms ed v i'.split(' '));

/** Begin a surname of several words. */
export const particleWords: ReadonlySet<string> = new Set(
  (
    'van von vom zu zum zur der den de del della dello dei degli di da do dos das du des la las le les lo los li ' +
    'ten ter te tot af av al el ul bin ibn bint abu abd ben bat della st saint san santa sankt mc mac o fitz ap ab y e'
  ).split(' '),
);

/** Particles that grow together with the next word: Mc Donald is McDonald. */
export const joinedParticles: ReadonlySet<string> = new Set(['mc', 'mac', 'o', 'd', 'l', 'dell', 'dall', 'fitz']);

/** Chinese and Korean surnames of two characters; all others have one. */
export const compoundSurnames: ReadonlySet<string> = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 夏侯 남궁 황보 선우 제갈 독고 사공'.split(
    ' ',
  ),
);

/** Forms of address that stand directly behind a name in East Asian scripts. */
export const eastAsianHonorifics = /(?:先生|女士|小姐|さん|さま|様|氏|殿|くん|君|ちゃん|씨|님|선생님)$/u;
