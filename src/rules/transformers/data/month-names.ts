/**
 * Names of the months in lower case without diacritics, January first. Source: everyday knowledge, checked against
 * Unicode CLDR. Abbreviations match by prefix (at least three letters), unless two months share it.
 * Languages in the order English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish/Danish/Norwegian, Polish,
 * Czech, Finnish, Turkish, Russian.
 */
export const monthNames: readonly (readonly string[])[] = `
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
