import { describe, expect, it } from '@jest/globals';
import { type PhoneticAlgorithm, phoneticCodes } from '../../../../src/text/phonetic-codes.ts';

const published: Record<PhoneticAlgorithm, [string, string[]][]> = {
  soundex: [
    ['Robert', ['R163']],
    ['Rupert', ['R163']],
    ['Rubin', ['R150']],
    ['Ashcraft', ['A261']],
    ['Ashcroft', ['A261']],
    ['Tymczak', ['T522']],
    ['Pfister', ['P236']],
    ['Honeyman', ['H555']],
    ['Lee', ['L000']],
    ['Gutierrez', ['G362']],
    ['Jackson', ['J250']],
    ['VanDeusen', ['V532']],
    ['Washington', ['W252']],
  ],
  cologne: [
    ['Müller-Lüdenscheidt', ['65752682']],
    ['Wikipedia', ['3412']],
    ['Breschnew', ['17863']],
    ['Müller', ['657']],
    ['Mueller', ['657']],
    ['Meyer', ['67']],
    ['Mayr', ['67']],
    ['Schmidt', ['862']],
    ['Philipp', ['351']],
    ['Xaver', ['4837']],
    ['Heithabu', ['021']],
    ['Weiß', ['38']],
  ],
  nysiis: [
    ['MACINTOSH', ['MCANT']],
    ['KNUTH', ['NAT']],
    ['KOEHN', ['CAN']],
    ['PHILLIPSON', ['FALAPSAN']],
    ['PFEISTER', ['FASTAR']],
    ['SCHOENHOEFT', ['SANAFT']],
    ['MCKEE', ['MCY']],
    ['MACKIE', ['MCY']],
    ['HEITSCHMIDT', ['HATSNAD']],
    ['BART', ['BAD']],
    ['HURD', ['HAD']],
    ['HUNT', ['HAD']],
    ['WESTERLUND', ['WASTARLAD']],
    ['CASSTEVENS', ['CASTAFAN']],
    ['VASQUEZ', ['VASG']],
    ['FRAZIER', ['FRASAR']],
    ['BOWMAN', ['BANAN']],
    ['MCKNIGHT', ['MCNAGT']],
    ['RICKERT', ['RACAD']],
    ['DEUTSCH', ['DAT']],
    ['WESTPHAL', ['WASTFAL']],
    ['KUHL', ['CAL']],
    ['RAWSON', ['RASAN']],
    ['JILES', ['JAL']],
    ['CARRAWAY', ['CARY']],
    ['YAMADA', ['YANAD']],
  ],
  metaphone: [
    ['Philip', ['FLP']],
    ['Filip', ['FLP']],
    ['Wright', ['RFT']],
  ],
  doubleMetaphone: [
    ['Smith', ['SM0', 'XMT']],
    ['Schmidt', ['XMT', 'SMT']],
    ['Anna', ['AN']],
  ],
};

describe.each(Object.entries(published) as [PhoneticAlgorithm, [string, string[]][]][])('%s', (algorithm, cases) => {
  it.each(cases)('gives %s the code %j', (text, codes) => {
    expect(phoneticCodes(text, algorithm)).toEqual(codes);
  });

  it('reads no more than letters', () => {
    expect(phoneticCodes('Anna-Maria 3', algorithm)).toEqual(phoneticCodes('annamaria', algorithm));
  });

  it('makes a text that it cannot read its own code', () => {
    expect(phoneticCodes('李小龙', algorithm)).toEqual(['=李小龙']);
    expect(phoneticCodes('1234', algorithm)).toEqual(['=1234']);
    expect(phoneticCodes('', algorithm)).toEqual(['=']);
  });
});
