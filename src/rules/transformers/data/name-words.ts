/**
 * Words around personal names, in lower case without diacritics and points. Source: compiled for this project from
 * everyday knowledge of the languages; facts without a licence.
 */

/** Words before a name, without those that are common given names or surnames (Don, Earl, Prince, Pan). */
export const titleWords: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mx mister dr doctor prof professor sir dame lady lord rev revd reverend fr father pastor rabbi ' +
    'imam sheikh sister honorable honourable capt captain colonel lt lieutenant sgt sergeant cpl cmdr ' +
    'ambassador senator governor ' +
    'herr frau fraulein dipl ing dkfm freiherr ' +
    'mme mlle monsieur madame mademoiselle maitre ' +
    'sr sra srta senor senora senorita dona lic ' +
    'sigra signor signora signorina dott dottore dottssa avv ' +
    'dhr mevr mevrouw meneer drs hr fru gospodin gospozha g-n g-zha'
  ).split(' '),
);

/** Titles only with a point; without one they are given names (Gen, Maj, Col). */
export const abbreviatedTitles: ReadonlySet<string> = new Set('gen col maj sen gov hon sig mag amb pres ir'.split(' '));

/** Words that continue a title but are not titles alone: Dr. med., Dr. rer. nat. */
export const titleContinuations: ReadonlySet<string> = new Set('med jur rer nat oec theol habil'.split(' '));

/** The same, but only with a point: Dr. phil. Groß, but Dr. Phil McGraw. */
export const abbreviatedContinuations: ReadonlySet<string> = new Set('phil hc h c dent vet ing pol'.split(' '));

/** Words after a name that distinguish generations. */
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

/** Credentials after a name. */
export const credentialWords: ReadonlySet<string> = new Set(
  (
    'md phd esq esquire dds dmd dvm cpa lpn mba msc bsc llm llb pharmd psyd edd facs fache dpm rph dphil mph msn bsn lcsw ' +
    'obe mbe cbe kbe dbe gbe frs osb'
  ).split(' '),
);

/** Credentials that are also surnames or initials: they count as credentials only after a comma. */
export const credentialsAfterComma: ReadonlySet<string> = new Set(
  'ma ba do pe pa dc bs ms ed v i np rn od kc qc sj jd'.split(' '),
);

/** Words that begin a surname of several words. */
export const particleWords: ReadonlySet<string> = new Set(
  (
    'van von vom zu zum zur der den de del della dello dei degli di da do dos das du des la las le les lo los li ' +
    'ten ter te tot af av al el ul bin ibn bint abu abd ben bat della st saint san santa sankt mc mac o fitz ap ab y e'
  ).split(' '),
);

/** Particles that join with the next word: Mc Donald is McDonald. */
export const joinedParticles: ReadonlySet<string> = new Set(['mc', 'mac', 'o', 'd', 'l', 'dell', 'dall', 'fitz']);

/** Chinese and Korean surnames of two characters; all others have one. */
export const compoundSurnames: ReadonlySet<string> = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 夏侯 남궁 황보 선우 제갈 독고 사공'.split(
    ' ',
  ),
);

/** Forms of address directly after a name in East Asian scripts. */
export const eastAsianHonorifics = /(?:先生|女士|小姐|さん|さま|様|氏|殿|くん|君|ちゃん|씨|님|선생님)$/u;
