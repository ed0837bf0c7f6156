import { describe, expect, it } from '@jest/globals';
import { junitXml } from '../../../../../apps/cli/rules/junit.ts';

describe('junitXml', () => {
  it('makes a suite of each file and counts failures', () => {
    const xml = junitXml([
      { file: 'a.json', name: 'holds', differences: [], seconds: 0.25 },
      { file: 'a.json', name: 'fails', differences: ['one', 'two'], seconds: 0.25 },
      { file: 'b.json', name: 'holds too', differences: [], seconds: 0 },
    ]);

    expect(xml).toContain('<testsuites name="rules" tests="3" failures="1" time="0.500">');
    expect(xml).toContain('<testsuite name="a.json" tests="2" failures="1" time="0.500">');
    expect(xml).toContain('<failure message="2 differences">one\ntwo</failure>');
    expect(xml).toContain('<testcase classname="b.json" name="holds too" time="0.000"/>');
  });

  it('writes whatever a name holds as valid XML', () => {
    const xml = junitXml([{ file: 'a"b.json', name: '<&>\u0000\ud800', differences: [']]>'], seconds: 0 }]);

    expect(xml).toContain('message="1 difference"');

    expect(xml).toContain('name="&lt;&amp;&gt;\ufffd\ufffd"');
    expect(xml).toContain('a&quot;b.json');
    expect(xml).toContain(']]&gt;');
  });
});
