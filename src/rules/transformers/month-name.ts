import { withoutDiacritics } from '../../text/diacritics.ts';

/**
 * Names of the months in lower case without diacritics, January first. Source: everyday knowledge, checked against
 * Unicode CLDR. Abbreviations match by prefix (at least three letters), unless two months share it.
 * Languages in the order English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish/Danish/Norwegian, Polish,
 * Czech, Finnish, Turkish, Russian.
 */
const monthNames: readonly (readonly string[])[] = `
january januar janner janvier enero gennaio janeiro januari stycznia styczen leden ledna tammikuu tammikuuta ocak января январь
february februar feber fevrier febrero febbraio fevereiro februari lutego luty unor unora helmikuu helmikuuta subat февраля февраль
march marz maerz mars marzo marco maart mrt marts marca marzec brezen brezna maaliskuu maaliskuuta mart марта март
april avril abril aprile kwietnia kwiecien duben dubna huhtikuu huhtikuuta nisan апреля апрель
may mai mayo maggio maio mei maj maja kveten kvetna toukokuu toukokuuta mayis мая май маи
june juni juin junio giugno junho czerwca czerwiec cerven cervna cvn kesakuu kesakuuta haziran июня июнь
july juli juillet julio luglio julho lipca lipiec cervenec cervence cvc heinakuu heinakuuta temmuz июля июль
august aout agosto augustus augusti sierpnia sierpien srpen srpna elokuu elokuuta agustos августа август
september septembre septiembre setiembre settembre setembro wrzesnia wrzesien zari syyskuu syyskuuta eylul сентября сентябрь
october oktober octobre octubre ottobre outubro pazdziernika pazdziernik rijen rijna lokakuu lokakuuta ekim октября октябрь
november novembre noviembre novembro listopada listopad listopadu marraskuu marraskuuta kasim ноября ноябрь
december dezember decembre diciembre dicembre dezembro desember grudnia grudzien prosinec prosince joulukuu joulukuuta aralik декабря декабрь
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const months: ReadonlyMap<string, number> = (() => {
  const full = new Map<string, number>();
  monthNames.forEach((names, index) => {
    for (const name of names) full.set(name, index + 1);
  });
  const english = new Map<string, number>();
  const others = new Map<string, number>();
  for (const [name, month] of full) {
    const isEnglish = name === monthNames[month - 1]![0];
    for (let length = 3; length < name.length; length++) {
      const prefix = name.slice(0, length);
      if (isEnglish) english.set(prefix, month);
      // 0 marks a prefix that two months share, such as the Czech "cerv" of "cerven" and "cervenec".
      else others.set(prefix, (others.get(prefix) ?? month) === month ? month : 0);
    }
  }
  // "mar" is March, although the Finnish name of November begins with it too.
  const all = new Map([...others].filter(([, month]) => month !== 0));
  for (const [prefix, month] of english) all.set(prefix, month);
  for (const [name, month] of full) all.set(name, month);
  // French and Portuguese abbreviations that English readers would not mistake.
  all.set('jui', 6).set('sept', 9);
  return all;
})();

/** Returns 1 to 12 for the name of a month, or an abbreviation of at least three letters, in a dozen languages. */
export function monthOfName(name: string): number | undefined {
  return months.get(withoutDiacritics(name).toLowerCase());
}
