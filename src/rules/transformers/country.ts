import { withoutDiacritics } from '../../text/normal-form.ts';
import { normalizeSpaces } from '../../text/plain-text.ts';

/**
 * ISO 3166-1 alpha-3 and alpha-2 codes of countries and territories. Source: the standard's public code list; codes are
 * facts without a licence.
 */
const codes =
  'ABW AW AFG AF AGO AO AIA AI ALA AX ALB AL AND AD ARE AE ARG AR ARM AM ASM AS ATA AQ ATF TF ATG AG AUS AU AUT AT AZE AZ ' +
  'BDI BI BEL BE BEN BJ BES BQ BFA BF BGD BD BGR BG BHR BH BHS BS BIH BA BLM BL BLR BY BLZ BZ BMU BM BOL BO BRA BR BRB BB ' +
  'BRN BN BTN BT BVT BV BWA BW CAF CF CAN CA CCK CC CHE CH CHL CL CHN CN CIV CI CMR CM COD CD COG CG COK CK COL CO COM KM ' +
  'CPV CV CRI CR CUB CU CUW CW CXR CX CYM KY CYP CY CZE CZ DEU DE DJI DJ DMA DM DNK DK DOM DO DZA DZ ECU EC EGY EG ERI ER ' +
  'ESH EH ESP ES EST EE ETH ET FIN FI FJI FJ FLK FK FRA FR FRO FO FSM FM GAB GA GBR GB GEO GE GGY GG GHA GH GIB GI GIN GN ' +
  'GLP GP GMB GM GNB GW GNQ GQ GRC GR GRD GD GRL GL GTM GT GUF GF GUM GU GUY GY HKG HK HMD HM HND HN HRV HR HTI HT HUN HU ' +
  'IDN ID IMN IM IND IN IOT IO IRL IE IRN IR IRQ IQ ISL IS ISR IL ITA IT JAM JM JEY JE JOR JO JPN JP KAZ KZ KEN KE KGZ KG ' +
  'KHM KH KIR KI KNA KN KOR KR KWT KW LAO LA LBN LB LBR LR LBY LY LCA LC LIE LI LKA LK LSO LS LTU LT LUX LU LVA LV MAC MO ' +
  'MAF MF MAR MA MCO MC MDA MD MDG MG MDV MV MEX MX MHL MH MKD MK MLI ML MLT MT MMR MM MNE ME MNG MN MNP MP MOZ MZ MRT MR ' +
  'MSR MS MTQ MQ MUS MU MWI MW MYS MY MYT YT NAM NA NCL NC NER NE NFK NF NGA NG NIC NI NIU NU NLD NL NOR NO NPL NP NRU NR ' +
  'NZL NZ OMN OM PAK PK PAN PA PCN PN PER PE PHL PH PLW PW PNG PG POL PL PRI PR PRK KP PRT PT PRY PY PSE PS PYF PF QAT QA ' +
  'REU RE ROU RO RUS RU RWA RW SAU SA SDN SD SEN SN SGP SG SGS GS SHN SH SJM SJ SLB SB SLE SL SLV SV SMR SM SOM SO SPM PM ' +
  'SRB RS SSD SS STP ST SUR SR SVK SK SVN SI SWE SE SWZ SZ SXM SX SYC SC SYR SY TCA TC TCD TD TGO TG THA TH TJK TJ TKL TK ' +
  'TKM TM TLS TL TON TO TTO TT TUN TN TUR TR TUV TV TWN TW TZA TZ UGA UG UKR UA UMI UM URY UY USA US UZB UZ VAT VA VCT VC ' +
  'VEN VE VGB VG VIR VI VNM VN VUT VU WLF WF WSM WS XKX XK YEM YE ZAF ZA ZMB ZM ZWE ZW';

/** Common names, in lower case without diacritics and dots, of countries that often appear in data. */
const names: Readonly<Record<string, string>> = {
  AE: 'united arab emirates,uae',
  AR: 'argentina',
  AT: 'austria,osterreich,oesterreich,autriche',
  AU: 'australia',
  BE: 'belgium,belgien,belgique,belgie',
  BG: 'bulgaria',
  BR: 'brazil,brasil,brasilien',
  CA: 'canada,kanada',
  CH: 'switzerland,schweiz,suisse,svizzera',
  CL: 'chile',
  CN: 'china,peoples republic of china,中国',
  CO: 'colombia',
  CY: 'cyprus',
  CZ: 'czech republic,czechia,ceska republika,cesko,tschechien',
  DE: 'germany,deutschland,allemagne,alemania,federal republic of germany,duitsland',
  DK: 'denmark,danmark,danemark',
  EE: 'estonia,eesti',
  EG: 'egypt',
  ES: 'spain,espana,spanien,espagne',
  FI: 'finland,suomi,finnland',
  FR: 'france,frankreich,francia',
  GB: 'united kingdom,uk,great britain,britain,england,scotland,wales,northern ireland,grossbritannien,vereinigtes konigreich,royaume-uni',
  GR: 'greece,griechenland,hellas,ελλαδα',
  HK: 'hong kong',
  HR: 'croatia,hrvatska',
  HU: 'hungary,magyarorszag,ungarn',
  ID: 'indonesia',
  IE: 'ireland,eire,republic of ireland,irland',
  IL: 'israel',
  IN: 'india,bharat',
  IS: 'iceland,island',
  IT: 'italy,italia,italien,italie',
  JP: 'japan,nippon,日本',
  KE: 'kenya',
  KR: 'south korea,korea,republic of korea,대한민국',
  LI: 'liechtenstein',
  LT: 'lithuania,lietuva',
  LU: 'luxembourg,luxemburg',
  LV: 'latvia,latvija',
  MA: 'morocco,maroc',
  MT: 'malta',
  MX: 'mexico',
  MY: 'malaysia',
  NG: 'nigeria',
  NL: 'netherlands,the netherlands,holland,nederland,niederlande,pays-bas',
  NO: 'norway,norge,norwegen',
  NZ: 'new zealand',
  PE: 'peru',
  PH: 'philippines',
  PK: 'pakistan',
  PL: 'poland,polska,polen',
  PT: 'portugal',
  RO: 'romania',
  RS: 'serbia,srbija',
  RU: 'russia,russian federation,россия,rossiya',
  SA: 'saudi arabia',
  SE: 'sweden,sverige,schweden',
  SG: 'singapore',
  SI: 'slovenia,slovenija',
  SK: 'slovakia,slovensko',
  TH: 'thailand',
  TR: 'turkey,turkiye,turkei',
  TW: 'taiwan',
  UA: 'ukraine,украина,україна',
  US: 'united states,united states of america,usa,us,america,u s a,u s,vereinigte staaten,etats-unis,estados unidos',
  VN: 'vietnam,viet nam',
  ZA: 'south africa,sudafrika',
};

/** Maps alpha-2 and alpha-3 codes in lower case, and names, to alpha-2 codes in upper case. */
export const countryCodes: ReadonlyMap<string, string> = (() => {
  const map = new Map<string, string>();
  const pairs = codes.split(' ');
  for (let i = 0; i < pairs.length; i += 2) {
    map.set(pairs[i]!.toLowerCase(), pairs[i + 1]!);
    map.set(pairs[i + 1]!.toLowerCase(), pairs[i + 1]!);
  }
  for (const [code, list] of Object.entries(names)) for (const name of list.split(',')) map.set(name, code);
  return map;
})();

/**
 * Returns the ISO 3166-1 alpha-2 code, in upper case, for a code (alpha-2, alpha-3) or a name in one of several
 * languages.
 */
export function countryCode(text: string): string | undefined {
  const direct = countryCodes.get(text.toLowerCase());
  if (direct !== undefined) return direct;
  return countryCodes.get(normalizeSpaces(withoutDiacritics(text).toLowerCase().replace(/[.']/g, ' ')));
}
