import { describe, expect, it } from '@jest/globals';
import { normalizecompany } from '../../../../../src/rules/transformers/normalizecompany.ts';
import { runTransformer } from './run-transformer.ts';

const company = (name: string, attributes: object = {}) => {
  const pins = runTransformer(normalizecompany, { attributes, inputs: { default: [name] } });
  return [pins['default']?.join(' | ') ?? '', pins['legalForm']?.join(' | ') ?? ''];
};

describe('normalizecompany', () => {
  it.each([
    ['United States', 'The Acme Corp.', 'acme', 'corp'],
    ['United States', 'Acme, Incorporated', 'acme', 'inc'],
    ['United States', 'Acme L.L.C.', 'acme', 'llc'],
    ['United States', 'J.P. Morgan Chase & Co.', 'jp morgan chase', 'co'],
    ['United Kingdom', 'Acme Public Limited Company', 'acme', 'plc'],
    ['United Kingdom', 'Acme Co., Ltd.', 'acme', 'co ltd'],
    ['Germany', 'Müller & Söhne GmbH & Co. KG', 'muller and sohne', 'gmbh co kg'],
    ['Germany', 'Beispiel UG (haftungsbeschränkt)', 'beispiel', 'ug'],
    ['Germany', 'Beispiel Gesellschaft mit beschränkter Haftung', 'beispiel', 'gmbh'],
    ['Germany', 'Sportverein e.V.', 'sportverein', 'ev'],
    ['Austria', 'Beispiel Ges.m.b.H.', 'beispiel', 'gmbh'],
    ['France', 'Dupont S.A.R.L.', 'dupont', 'sarl'],
    ['France', 'SARL Dupont', 'dupont', 'sarl'],
    ['Poland', 'PKN Orlen Spółka Akcyjna', 'pkn orlen', 'sa'],
    ['Italy', 'Eni S.p.A.', 'eni', 'spa'],
    ['Spain', 'Pescados S.L.', 'pescados', 'sl'],
    ['Mexico', 'Grupo X, S.A. de C.V.', 'grupo x', 'sa de cv'],
    ['Brazil', 'Petrobras S/A', 'petrobras', 'sa'],
    ['Portugal', 'Vinhos, Lda.', 'vinhos', 'lda'],
    ['Netherlands', 'Philips N.V.', 'philips', 'nv'],
    ['Poland', 'Widgets Sp. z o.o.', 'widgets', 'sp z oo'],
    ['Czechia', 'Škoda, spol. s r.o.', 'skoda', 'sro'],
    ['Hungary', 'Példa Kft.', 'pelda', 'kft'],
    ['Sweden', 'Volvo AB (publ)', 'volvo', 'ab publ'],
    ['Denmark', 'Maersk A/S', 'maersk', 'as'],
    ['Finland', 'Nokia Oyj', 'nokia', 'oyj'],
    ['Russia', 'ООО «Ромашка»', 'romashka', 'ooo'],
    ['Turkey', 'Turkcell A.Ş.', 'turkcell', 'as'],
    ['Japan', '株式会社トヨタ', 'toyota', 'kk'],
    ['China', '华为技术有限公司', 'huaweijishu', 'co ltd'],
    ['India', 'Tata Sons Pvt. Ltd.', 'tata sons', 'pvt ltd'],
    ['Australia', 'Acme (Pty) Ltd', 'acme', 'pty ltd'],
    ['Indonesia', 'PT Astra Tbk', 'astra', 'pt tbk'],
  ])('knows the forms of %s: %s', (_country, name, expected, form) => {
    expect(company(name)).toEqual([expected, form]);
  });

  it.each([
    ['Limited', 'limited'],
    ['AG', 'ag'],
    ['The Limited', 'limited'],
    ["Macy's", 'macys'],
    ['3M', '3m'],
    ['Intl. Business Mfg', 'international business manufacturing'],
    ['AT&T', 'at and t'],
  ])('leaves %s a name: %s', (name, expected) => {
    expect(company(name)[0]).toBe(expected);
  });

  it('gives both names of a company that trades under another', () => {
    expect(company('Acme LLC dba Roadrunner')[0]).toBe('acme | roadrunner');
    expect(company('Acme Ltd t/a Roadrunner')[0]).toBe('acme | roadrunner');
    expect(company('Acme Ltd f/k/a Beep Inc')[0]).toBe('acme | beep');
  });

  it('writes forms in one spelling, or leaves them', () => {
    expect(company('Acme Limited', { legalForms: 'normalize' })[0]).toBe('acme ltd');
    expect(company('Acme Limited', { legalForms: 'keep' })).toEqual(['acme limited', 'ltd']);
  });

  it('gives no value where no letter or digit is', () => {
    expect(company('&%$')).toEqual(['and', '']);
    expect(company('!!!')).toEqual(['', '']);
  });
});
