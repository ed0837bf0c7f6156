import { describe, expect, it } from '@jest/globals';
import {
  gatewayProblem,
  graphqlProblems,
  problemsOf,
  RequestFailed,
} from '../../../../../../apps/console/app/api/problem.ts';

describe('a problem', () => {
  it('has code, message, hint and place of an error of the API', () => {
    const errors = [
      { message: 'no', path: ['search', 0], extensions: { code: 'FORBIDDEN', hint: 'Ask.' } },
      { extensions: {} },
    ];

    expect(graphqlProblems(errors)).toEqual([
      { message: 'no', code: 'FORBIDDEN', hint: 'Ask.', path: 'search.0' },
      { message: 'The API refused the request without a reason.', code: undefined, hint: undefined, path: undefined },
    ]);
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'Unauthorized (HTTP 401)'],
    [502, '<html>', 'The answer does not come from the API. (HTTP 502)'],
  ])('says what the gateway answered with status %d', (status, body, message) => {
    expect(gatewayProblem(status, body).message).toBe(message);
  });

  it('has the code and the hint that a refusal brings, else the hint to load the page again', () => {
    const refusal = JSON.stringify({ code: 'PAGE_SECRET_MISSING', message: 'No.', hint: 'Open the address.' });

    expect(gatewayProblem(403, refusal)).toMatchObject({ code: 'PAGE_SECRET_MISSING', hint: 'Open the address.' });
    expect(gatewayProblem(403, '{"message":"Forbidden"}').hint).toMatch(/^Load the page again/);
    expect(gatewayProblem(403, 'null')).toMatchObject({ message: 'The answer does not come from the API. (HTTP 403)' });
  });

  it('is whatever was thrown', () => {
    expect(problemsOf(new RequestFailed([{ message: 'a' }, { message: 'b' }])).length).toBe(2);
    expect(problemsOf(new TypeError('age takes a number'))).toEqual([{ message: 'age takes a number' }]);
    expect(problemsOf('odd')).toEqual([{ message: 'odd' }]);
  });
});
